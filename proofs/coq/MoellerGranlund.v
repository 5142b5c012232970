(** Division of two words by one through a reciprocal (Moeller, Granlund 2011, algorithm 4): digests modulo any
    divisor (simd/kernels/modulo.h), and the three groups of their 39 digits (simd/kernels/decimal_u128.h). *)
Require Import Rowkey.Words Rowkey.Divisor.

(** floor((2^128 - 1) / d) - 2^64, for d with its highest bit set. *)
(* src/kernels/divisor.c:
  constants.normalized = value << shift;
  constants.normalize_shift = shift;
  constants.reciprocal = wide_divide(~constants.normalized, UINT64_MAX, constants.normalized, &ignored); *)
Definition reciprocal d := fst (wide_divide (B64 - 1 - d) (B64 - 1) d).

Theorem reciprocal_exact : forall d, B63 <= d < B64 ->
  reciprocal d = (B128 - 1) / d - B64 /\ word64 (reciprocal d).
Proof.
  intros d Hd. unfold reciprocal. rewrite wide_divide_exact by (unfold word64; lia). cbn [fst].
  replace ((B64 - 1 - d) * B64 + (B64 - 1)) with (B128 - 1 + - B64 * d) by lia.
  rewrite Z.div_add by lia. split; [lia |].
  unfold word64.
  assert (B64 <= (B128 - 1) / d) by (apply Z.div_le_lower_bound; lia).
  assert ((B128 - 1) / d < 2 * B64) by (apply Z.div_lt_upper_bound; lia). lia.
Qed.

(** The steps that modulo_2_by_1 and divide_1e19 share: the corrected quotient and remainder. *)
Section TwoByOne.
  Variables high low d : Z.
  Hypothesis Hd : B63 <= d < B64.
  Hypothesis Hh : 0 <= high < d.
  Hypothesis Hl : word64 low.

  Let v := (B128 - 1) / d - B64.
  Let q_low := ((v * high) mod B64 + low) mod B64.
  Let carry := if q_low <? low then 1 else 0.
  Let q_high := ((v * high / B64) + (high + carry + 1)) mod B64.
  Let rest := sub64 low (mul64 q_high d).

  Lemma two_by_one :
    let N := high * B64 + low in
    let too_large := rest >? q_low in
    let rest1 := if too_large then add64 rest d else rest in
    let more := rest1 >=? d in
    word64 rest1 /\
    (if more then rest1 - d else rest1) = N mod d /\
    ((if too_large then sub64 q_high 1 else q_high) + (if more then 1 else 0)) mod B64 = N / d.
  Proof.
    cbv zeta. unfold word64 in *. set (N := high * B64 + low).
    pose proof (div_mul_le (B128 - 1) d ltac:(lia)) as K.
    assert (Hv : v + B64 = (B128 - 1) / d) by (unfold v; lia). rewrite <- Hv in K.
    assert (V : 0 <= v < B64).
    { destruct (reciprocal_exact d Hd) as [E W]. unfold word64 in W. rewrite E in W. exact W. }
    clearbody v.
    (* The sum of two words, exactly. *)
    pose proof (Z.div_mod (v * high) B64 ltac:(lia)) as P. pose proof (Z.mod_pos_bound (v * high) B64 ltac:(lia)) as Pm.
    set (p1 := v * high / B64) in *. set (p0 := (v * high) mod B64) in *.
    assert (C : p0 + low = carry * B64 + q_low /\ 0 <= q_low < B64 /\ (carry = 0 \/ carry = 1)).
    { unfold carry, q_low. destruct (Z.lt_ge_cases (p0 + low) B64) as [S | S].
      - rewrite Z.mod_small by lia. destruct (Z.ltb_spec (p0 + low) low); lia.
      - replace ((p0 + low) mod B64) with (p0 + low - B64) by (symmetry; apply mod_unique with 1; lia).
        destruct (Z.ltb_spec (p0 + low - B64) low); lia. }
    destruct C as (C & Q0 & Cc).
    set (q1 := p1 + high + carry).
    assert (E1 : q1 * B64 + q_low = (v + B64) * high + low) by (unfold q1; lia).
    assert (q1nn : 0 <= q1) by (assert (0 <= p1) by (apply Z.div_pos; nia); unfold q1; lia).
    assert (EQ : q_high = (q1 + 1) mod B64) by (unfold q_high, q1; f_equal; lia).
    clearbody q_high carry.
    (* The candidate remainder r, without wrap-around. *)
    set (k := B128 - (v + B64) * d) in *. assert (Hk : 1 <= k <= d) by (unfold k; lia).
    set (r := N - (q1 + 1) * d).
    assert (Er : B64 * r = high * k + low * (B64 - d) + q_low * d - B64 * d).
    { unfold r, N, k. replace (B64 * (high * B64 + low - (q1 + 1) * d))
        with (B64 * (high * B64 + low) - d * (q1 * B64) - B64 * d) by ring.
      replace (q1 * B64) with ((v + B64) * high + low - q_low) by lia. change B128 with (B64 * B64). ring. }
    assert (0 <= high * k) by (apply Z.mul_nonneg_nonneg; lia).
    assert (0 <= low * (B64 - d)) by (apply Z.mul_nonneg_nonneg; lia).
    assert (0 <= q_low * d) by (apply Z.mul_nonneg_nonneg; lia).
    assert (R0 : - d <= r) by lia.
    assert (Rlow : B64 * r >= q_low * d - B64 * d) by lia.
    assert (Rup : B64 * r <= (d - 1) * d + (B64 - 1) * (B64 - d) + q_low * d - B64 * d).
    { assert (high * k <= (d - 1) * d) by (apply Z.mul_le_mono_nonneg; lia).
      assert (low * (B64 - d) <= (B64 - 1) * (B64 - d)) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    assert (Erest : rest = r mod B64).
    { unfold rest, sub64, mul64. rewrite EQ, Z.mul_mod_idemp_l, Zminus_mod_idemp_r by lia.
      symmetry. apply mod_unique with (high + (low - (q1 + 1) * d) / B64).
      - apply Z.mod_pos_bound. lia.
      - pose proof (Z.div_mod (low - (q1 + 1) * d) B64 ltac:(lia)). unfold r, N. lia. }
    clearbody rest. unfold add64, sub64.
    assert (Q : forall q c, 0 <= c -> N = q * d + c -> c < d -> N mod d = c /\ N / d = q /\ 0 <= q < B64).
    { intros q c Hc EN Hcd. assert (E : N / d = q) by (apply div_unique; lia).
      assert (0 <= N < d * B64) by (unfold N; lia).
      rewrite <- E at 2 3. repeat split; [apply mod_unique with q; lia | exact E | apply Z.div_pos; lia |
        apply Z.div_lt_upper_bound; lia]. }
    destruct (Z.lt_ge_cases r 0) as [Neg | Pos].
    - (* one too many: the remainder wrapped, above q_low *)
      assert (Ew : rest = r + B64) by (rewrite Erest; apply mod_unique with (-1); lia).
      assert (0 < (B64 - d) * (B64 - q_low)) by (apply Z.mul_pos_pos; lia).
      assert (rest > q_low) by lia.
      destruct (Q q1 (r + d) ltac:(lia) ltac:(unfold r; lia) ltac:(lia)) as (M & D & B).
      replace (rest >? q_low) with true by (symmetry; apply Z.gtb_lt; lia).
      assert (A : (rest + d) mod B64 = r + d) by (apply mod_unique with 1; lia).
      rewrite A. replace (r + d >=? d) with false by (rewrite Z.geb_leb; symmetry; apply Z.leb_gt; lia).
      split; [lia |]. split; [lia |]. rewrite Z.add_0_r, Z.mod_mod, EQ, Zminus_mod_idemp_l, D by lia.
      apply mod_unique with 0; lia.
    - assert (Hr : r < B64 - d \/ r < q_low).
      { destruct (Z.lt_ge_cases r (B64 - d)) as [| G1]; [left; assumption | right].
        destruct (Z.lt_ge_cases r q_low) as [| G2]; [assumption | exfalso].
        assert ((B64 - d) * (B64 - d) <= (B64 - d) * r) by (apply Z.mul_le_mono_nonneg_l; lia).
        assert (d * q_low <= d * r) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
      assert (Ew : rest = r) by (rewrite Erest; apply Z.mod_small; lia).
      destruct (Z.gtb_spec rest q_low) as [G | G].
      + (* corrected although it was right, and corrected back *)
        assert (A : (rest + d) mod B64 = r + d) by (apply mod_unique with 0; lia).
        destruct (Q (q1 + 1) r ltac:(lia) ltac:(unfold r; lia) ltac:(lia)) as (M & D & B).
        rewrite A. replace (r + d >=? d) with true by (rewrite Z.geb_leb; symmetry; apply Z.leb_le; lia).
        split; [lia |]. split; [lia |]. rewrite Z.add_mod_idemp_l, EQ, D by lia.
        replace ((q1 + 1) mod B64 - 1 + 1) with ((q1 + 1) mod B64) by lia. rewrite Z.mod_mod, Z.mod_small by lia.
        reflexivity.
      + rewrite Ew. destruct (r >=? d) eqn:GE; rewrite Z.geb_leb in GE.
        * apply Z.leb_le in GE.
          destruct (Q (q1 + 2) (r - d) ltac:(lia) ltac:(unfold r; lia) ltac:(lia)) as (M & D & B).
          split; [lia |]. split; [lia |]. rewrite EQ, Z.add_mod_idemp_l, Z.mod_small by lia. lia.
        * apply Z.leb_gt in GE.
          destruct (Q (q1 + 1) r ltac:(lia) ltac:(unfold r; lia) ltac:(lia)) as (M & D & B).
          split; [lia |]. split; [lia |]. rewrite Z.add_0_r, EQ, Z.mod_mod, Z.mod_small by lia. lia.
  Qed.
End TwoByOne.

(* simd/kernels/modulo.h:
V_INLINE uint64_t modulo_2_by_1(uint64_t high, uint64_t low, uint64_t d, uint64_t reciprocal) {
  uint64_t q_low, q_high = wide_multiply(reciprocal, high, &q_low);
  q_low += low;
  q_high += high + (q_low < low) + 1;
  uint64_t remainder = low - q_high * d;
  remainder += d & (0 - (uint64_t)(remainder > q_low));
  return remainder >= d ? remainder - d : remainder;
} *)
Definition modulo_2_by_1 high low d reciprocal :=
  let q_low := (reciprocal * high) mod B64 in
  let q_high := reciprocal * high / B64 in
  let q_low := (q_low + low) mod B64 in
  let q_high := (q_high + (high + (if q_low <? low then 1 else 0) + 1)) mod B64 in
  let remainder := sub64 low (mul64 q_high d) in
  let remainder := if remainder >? q_low then add64 remainder d else remainder in
  if remainder >=? d then remainder - d else remainder.

Theorem modulo_2_by_1_exact : forall high low d, B63 <= d < B64 -> 0 <= high < d -> word64 low ->
  modulo_2_by_1 high low d (reciprocal d) = (high * B64 + low) mod d.
Proof.
  intros high low d Hd Hh Hl. destruct (reciprocal_exact d Hd) as [-> _].
  destruct (two_by_one high low d Hd Hh Hl) as (_ & E & _). exact E.
Qed.

(* simd/kernels/modulo.h:
  const uint64_t d = divisor->normalized;
  const uint32_t shift = divisor->normalize_shift;
  const uint64_t rest = shift == 0 ? high >= d ? high - d : high
                                   : modulo_2_by_1(high >> (64 - shift), high << shift | low >> (64 - shift),
                                                   d, divisor->reciprocal);
  return modulo_2_by_1(rest, low << shift, d, divisor->reciprocal) >> shift; *)
Definition modulo_u128_exact value high low :=
  let shift := 63 - Z.log2 value in
  let d := sll64 value shift in
  let rest :=
    if shift =? 0 then if high >=? d then high - d else high
    else modulo_2_by_1 (srl high (64 - shift)) (Z.lor (srl low (64 - shift)) (sll64 high shift)) d (reciprocal d) in
  srl (modulo_2_by_1 rest (sll64 low shift) d (reciprocal d)) shift.

Theorem modulo_u128_exact_exact : forall value high low, 1 <= value < B64 -> word64 high -> word64 low ->
  modulo_u128_exact value high low = (high * B64 + low) mod value.
Proof.
  intros value high low Hv Hh Hl. unfold modulo_u128_exact.
  pose proof (Z.log2_spec value ltac:(lia)) as L. rewrite Z.pow_succ_r in L by apply Z.log2_nonneg.
  assert (0 <= Z.log2 value < 64).
  { split; [apply Z.log2_nonneg | apply Z.log2_lt_pow2; [lia | change (2 ^ 64) with B64; lia]]. }
  set (s := 63 - Z.log2 value) in *.
  assert (P : 2 ^ Z.log2 value * 2 ^ s = B63) by (rewrite <- Z.pow_add_r by lia; unfold s; replace (Z.log2 value + (63 - Z.log2 value)) with 63 by lia; reflexivity).
  assert (Ps : 0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  assert (D : sll64 value s = value * 2 ^ s) by (unfold sll64; apply Z.mod_small; nia).
  rewrite D. set (d := value * 2 ^ s) in *. assert (Hd : B63 <= d < B64) by (unfold d; nia).
  (* the three words of N * 2^s *)
  set (top := if s =? 0 then 0 else srl high (64 - s)).
  set (middle := if s =? 0 then high else Z.lor (srl low (64 - s)) (sll64 high s)).
  assert (W : (high * B64 + low) * 2 ^ s = (top * B64 + middle) * B64 + sll64 low s /\
              0 <= top < d /\ word64 middle /\ word64 (sll64 low s)).
  { unfold top, middle, word64 in *. destruct (Z.eqb_spec s 0) as [-> |].
    - unfold sll64. rewrite !Z.pow_0_r, !Z.mul_1_r, (Z.mod_small low) by lia. lia.
    - assert (P64 : 2 ^ (64 - s) * 2 ^ s = B64) by (rewrite <- Z.pow_add_r by lia; replace (64 - s + s) with 64 by lia; reflexivity).
      unfold sll64, srl. set (k := 2 ^ (64 - s)) in *. set (p := 2 ^ s) in *.
      assert (0 < k) by nia.
      assert (Md : forall x, (x * p) mod B64 = (x mod k) * p).
      { intros. rewrite <- P64, Z.mul_mod_distr_r by lia. reflexivity. }
      rewrite !Md.
      pose proof (Z.div_mod high k ltac:(lia)). pose proof (Z.mod_pos_bound high k ltac:(lia)).
      pose proof (Z.div_mod low k ltac:(lia)). pose proof (Z.mod_pos_bound low k ltac:(lia)).
      assert (0 <= high / k < p) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
      assert (0 <= low / k < p) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
      replace (Z.lor (low / k) (high mod k * p)) with (low / k + high mod k * p) by
        (symmetry; apply or_disjoint; [lia | assumption]).
      assert (p <= d) by (unfold d; nia).
      assert (M : forall r, r < k -> r * p + p <= k * p).
      { intros r Hr. replace (r * p + p) with ((r + 1) * p) by ring. apply Z.mul_le_mono_nonneg_r; lia. }
      assert ((low mod k) * p + p <= k * p /\ (high mod k) * p + p <= k * p) by (split; apply M; lia).
      assert (0 <= (low mod k) * p /\ 0 <= (high mod k) * p) by (split; apply Z.mul_nonneg_nonneg; lia).
      split; [| lia].
      transitivity ((high / k * B64 + (low / k + high mod k * p)) * (k * p) + low mod k * p); [| rewrite P64; reflexivity].
      rewrite <- P64. replace high with (k * (high / k) + high mod k) at 1 by lia.
      replace low with (k * (low / k) + low mod k) at 1 by lia. ring. }
  destruct W as (W & Ht & Hm & Hs).
  assert (R : (if s =? 0 then if high >=? d then high - d else high
               else modulo_2_by_1 (srl high (64 - s)) (Z.lor (srl low (64 - s)) (sll64 high s)) d (reciprocal d)) =
              (top * B64 + middle) mod d).
  { unfold word64, top, middle in *. destruct (s =? 0).
    - destruct (Z.geb_spec high d); symmetry; [apply mod_unique with 1 | apply mod_unique with 0]; lia.
    - apply modulo_2_by_1_exact; assumption. }
  rewrite R.
  rewrite modulo_2_by_1_exact by (try assumption; apply Z.mod_pos_bound; lia).
  rewrite <- (Z.add_mod_idemp_l (_ * B64)), Z.mul_mod_idemp_l, Z.add_mod_idemp_l, <- W by lia.
  unfold d, srl. rewrite Z.mul_mod_distr_r, Z.div_mul by lia. reflexivity.
Qed.

(** ** Digits of digests *)

Notation E19 := 10000000000000000000.

(* simd/kernels/decimal_u128.h: #define DECIMAL_1E19 UINT64_C(10000000000000000000) *)
(* simd/kernels/decimal_u128.h: #define DECIMAL_1E19_RECIPROCAL UINT64_C(15581492618384294730) *)
Lemma reciprocal_1e19 : (B128 - 1) / E19 - B64 = 15581492618384294730.
Proof. reflexivity. Qed.

(* simd/kernels/decimal_u128.h:
V_INLINE uint64_t divide_1e19(uint64_t high, uint64_t low, uint64_t *remainder) {
  const uint64_t d = DECIMAL_1E19;
  uint64_t q_low, q_high = wide_multiply(DECIMAL_1E19_RECIPROCAL, high, &q_low);
  q_low += low;
  q_high += high + (q_low < low) + 1;
  uint64_t rest = low - q_high * d;
  const uint64_t too_large = opaque_mask(rest > q_low);
  rest += d & too_large;
  q_high += too_large;
  const uint64_t more = opaque_mask(rest >= d);
  *remainder = rest - (d & more);
  return q_high - more;
} *)
Definition divide_2_by_1 high low d reciprocal :=
  let q_low := (reciprocal * high) mod B64 in
  let q_high := reciprocal * high / B64 in
  let q_low := (q_low + low) mod B64 in
  let q_high := (q_high + (high + (if q_low <? low then 1 else 0) + 1)) mod B64 in
  let rest := sub64 low (mul64 q_high d) in
  let too_large := rest >? q_low in
  let rest := if too_large then add64 rest d else rest in
  let q_high := if too_large then sub64 q_high 1 else q_high in
  let more := rest >=? d in
  ((q_high + (if more then 1 else 0)) mod B64, if more then rest - d else rest).
Definition divide_1e19 high low := divide_2_by_1 high low E19 15581492618384294730.

Lemma divide_2_by_1_exact : forall high low d, B63 <= d < B64 -> 0 <= high < d -> word64 low ->
  divide_2_by_1 high low d ((B128 - 1) / d - B64) = ((high * B64 + low) / d, (high * B64 + low) mod d).
Proof.
  intros high low d Hd Hh Hl. destruct (two_by_one high low d Hd Hh Hl) as (_ & R & Q).
  unfold divide_2_by_1. rewrite <- Q, <- R. reflexivity.
Qed.

Lemma divide_1e19_exact : forall high low, 0 <= high < E19 -> word64 low ->
  divide_1e19 high low = ((high * B64 + low) / E19, (high * B64 + low) mod E19).
Proof.
  intros high low Hh Hl. unfold divide_1e19. rewrite <- reciprocal_1e19.
  apply divide_2_by_1_exact; [lia | exact Hh | exact Hl].
Qed.

(* simd/kernels/decimal_u128.h:
V_INLINE uint64_t reduce_1e19(uint64_t *number) {
  const uint64_t fits = opaque_mask(DECIMAL_1E19 <= *number);
  *number -= DECIMAL_1E19 & fits;
  return fits & 1;
} *)
Definition reduce_1e19 number := if number >=? E19 then (1, sub64 number E19) else (0, number).

(* simd/kernels/decimal_u128.h:
  const uint64_t carry = reduce_1e19(&high);
  uint64_t quotient = divide_1e19(high, low, last);
  uint64_t digit = reduce_1e19(&quotient) + carry;
  quotient += UINT64_C(8446744073709551616) & (0 - carry);
  digit += reduce_1e19(&quotient);
  *first = (uint8_t)('0' + digit);
  *middle = quotient; *)
Definition decimal_u128_split high low :=
  let (carry, high) := reduce_1e19 high in
  let (quotient, last) := divide_1e19 high low in
  let (d1, quotient) := reduce_1e19 quotient in
  let quotient := add64 quotient (if carry =? 1 then 8446744073709551616 else 0) in
  let (d2, quotient) := reduce_1e19 quotient in
  (d1 + carry + d2, quotient, last).

Opaque divide_1e19.

Lemma reduce_1e19_exact : forall x, word64 x -> exists f y,
  reduce_1e19 x = (f, y) /\ x = f * E19 + y /\ (f = 0 \/ f = 1) /\ 0 <= y < E19.
Proof.
  intros x Hx. unfold word64, reduce_1e19 in *. rewrite Z.geb_leb. destruct (Z.leb_spec E19 x).
  - exists 1, (x - E19). unfold sub64. rewrite Z.mod_small by lia. repeat split; lia.
  - exists 0, x. repeat split; lia.
Qed.

Theorem decimal_u128_split_exact : forall high low, word64 high -> word64 low ->
  let N := high * B64 + low in
  decimal_u128_split high low = (N / (E19 * E19), N / E19 mod E19, N mod E19) /\ 0 <= N / (E19 * E19) <= 3.
Proof.
  intros high low Hh Hl N. unfold decimal_u128_split.
  destruct (reduce_1e19_exact high Hh) as (c & h & -> & Eh & Hc & Hh1).
  rewrite divide_1e19_exact by assumption. unfold word64 in *.
  set (M := h * B64 + low). pose proof (Z.div_mod M E19 ltac:(lia)) as D. pose proof (Z.mod_pos_bound M E19 ltac:(lia)) as R.
  assert (Q : word64 (M / E19)).
  { unfold word64, M. split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia. }
  destruct (reduce_1e19_exact _ Q) as (d1 & q & -> & Eq & Hd1 & Hq).
  set (q2 := add64 q _). assert (Eq2 : q2 = q + c * 8446744073709551616).
  { unfold q2, add64. destruct (Z.eqb_spec c 1); rewrite Z.mod_small; lia. }
  assert (W2 : word64 q2) by (unfold word64; lia).
  destruct (reduce_1e19_exact _ W2) as (d2 & q3 & -> & Eq3 & Hd2 & Hq3).
  assert (EN : N = ((d1 + c + d2) * E19 + q3) * E19 + M mod E19) by (unfold N; lia).
  assert (N19 : N / E19 = (d1 + c + d2) * E19 + q3) by (apply div_unique; lia).
  assert (N38 : N / (E19 * E19) = d1 + c + d2) by (rewrite <- Z.div_div, N19 by lia; apply div_unique; lia).
  rewrite N38, N19. split; [| lia]. f_equal; [f_equal |].
  - symmetry. apply mod_unique with (d1 + c + d2); lia.
  - symmetry. apply mod_unique with ((d1 + c + d2) * E19 + q3); lia.
Qed.

Print Assumptions reciprocal_exact.
Print Assumptions modulo_2_by_1_exact.
Print Assumptions modulo_u128_exact_exact.
Print Assumptions decimal_u128_split_exact.
