(** The constants that rowkey_divisor_init (src/kernels/divisor.c) computes for a divisor, step by step as it does, and
    what they are: the floors that Fractions.v needs, and multipliers that meet the certificate of Inverse.v. *)
Require Import Rowkey.Words Rowkey.Fractions Rowkey.Inverse.

(* src/shared/wide.h:
static inline uint64_t wide_divide(uint64_t high, uint64_t low, uint64_t d, uint64_t *remainder) {
  uint64_t quotient = 0;
  for (int i = 0; i < 64; i++) {
    const uint64_t carry = high >> 63;
    high = high << 1 | low >> 63;
    low <<= 1;
    quotient <<= 1;
    if (carry || high >= d) {
      high -= d;
      quotient |= 1;
    }
  }
  *remainder = high;
  return quotient;
} *)
Fixpoint wide_divide_loop (count : nat) (high low d quotient : Z) : Z * Z :=
  match count with
  | O => (quotient, high)
  | S rest =>
      let carry := srl high 63 in
      let high := Z.lor (srl low 63) (sll64 high 1) in
      let low := sll64 low 1 in
      let quotient := sll64 quotient 1 in
      if (negb (carry =? 0) || (high >=? d))%bool
      then wide_divide_loop rest (sub64 high d) low d (Z.lor 1 quotient)
      else wide_divide_loop rest high low d quotient
  end.
Definition wide_divide high low d := wide_divide_loop 64 high low d 0.

Lemma shift_left_one : forall x, 0 <= x -> sll64 x 1 = (x mod B63) * 2 ^ 1.
Proof.
  intros. unfold sll64. apply mod_unique with (x / B63).
  - pose proof (Z.mod_pos_bound x B63). lia.
  - pose proof (Z.div_mod x B63). lia.
Qed.

Lemma wide_divide_loop_exact : forall count high low d q w,
  (count <= 64)%nat -> 0 < d < B64 -> 0 <= high < d ->
  0 <= w < 2 ^ Z.of_nat count -> low = w * 2 ^ (64 - Z.of_nat count) ->
  0 <= q < 2 ^ (64 - Z.of_nat count) ->
  let (quotient, rest) := wide_divide_loop count high low d q in
  quotient * d + rest = (q * d + high) * 2 ^ Z.of_nat count + w /\ 0 <= rest < d /\ word64 quotient.
Proof.
  induction count as [| count IH]; intros high low d q w Hc Hd Hh Hw Hl Hq.
  - cbn [wide_divide_loop]. simpl (Z.of_nat 0) in *. rewrite Z.pow_0_r in *.
    rewrite Z.sub_0_r in Hq. change (2 ^ 64) with B64 in Hq. unfold word64. lia.
  - cbn [wide_divide_loop]. rewrite Nat2Z.inj_succ in *. set (c := Z.of_nat count) in *.
    assert (0 <= c <= 63) by lia.
    replace (64 - Z.succ c) with (63 - c) in * by lia.
    rewrite Z.pow_succ_r in * by lia.
    assert (P63 : 2 ^ c * 2 ^ (63 - c) = B63) by (rewrite <- Z.pow_add_r by lia; replace (c + (63 - c)) with 63 by lia; reflexivity).
    assert (P64 : 2 ^ (64 - c) = 2 * 2 ^ (63 - c)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
    assert (Pc : 0 < 2 ^ c) by (apply Z.pow_pos_nonneg; lia).
    assert (Pk : 0 < 2 ^ (63 - c)) by (apply Z.pow_pos_nonneg; lia).
    set (p := 2 ^ c) in *. set (k := 2 ^ (63 - c)) in *.
    assert (Low : srl low 63 = w / p).
    { unfold srl. change (2 ^ 63) with B63. rewrite Hl, <- P63. apply Z.div_mul_cancel_r; lia. }
    assert (LowNext : sll64 low 1 = (w mod p) * 2 ^ (64 - c)).
    { rewrite shift_left_one by nia. rewrite P64, Hl, <- P63, Z.mul_mod_distr_r by lia. lia. }
    assert (Bit : 0 <= w / p < 2) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
    assert (Qn : sll64 q 1 = 2 * q).
    { unfold sll64. rewrite Z.mod_small; [lia |]. assert (k <= B63) by nia. lia. }
    assert (Hn : Z.lor (srl low 63) (sll64 high 1) = 2 * (high mod B63) + w / p).
    { rewrite Low, shift_left_one, or_disjoint by lia. lia. }
    assert (W : w = p * (w / p) + w mod p) by (apply Z.div_mod; lia).
    pose proof (Z.mod_pos_bound w p Pc) as Wm.
    assert (Carry : srl high 63 = high / B63) by reflexivity.
    pose proof (Z.div_mod high B63 ltac:(lia)) as HD. pose proof (Z.mod_pos_bound high B63 ltac:(lia)) as HM.
    rewrite Hn, LowNext, Qn, Carry.
    destruct (negb (high / B63 =? 0) || (2 * (high mod B63) + w / p >=? d))%bool eqn:C.
    + assert (V : 0 <= 2 * high + w / p - d < d).
      { apply Bool.orb_true_iff in C. destruct C as [C | C].
        - apply Bool.negb_true_iff, Z.eqb_neq in C.
          assert (0 <= high / B63) by (apply Z.div_pos; lia). lia.
        - rewrite Z.geb_leb in C. apply Z.leb_le in C.
          assert (0 <= high / B63) by (apply Z.div_pos; lia). lia. }
      assert (S : sub64 (2 * (high mod B63) + w / p) d = 2 * high + w / p - d).
      { unfold sub64. apply mod_unique with (- (high / B63)); lia. }
      assert (O : Z.lor 1 (2 * q) = 2 * q + 1).
      { replace (2 * q) with (q * 2 ^ 1) by lia. rewrite or_disjoint by lia. lia. }
      rewrite S, O.
      specialize (IH (2 * high + w / p - d) (w mod p * 2 ^ (64 - c)) d (2 * q + 1) (w mod p)
        ltac:(lia) Hd V Wm eq_refl ltac:(lia)).
      destruct (wide_divide_loop _ _ _ _ _) as [x y]. destruct IH as (E & B). split; [| exact B].
      rewrite E. rewrite W at 3. ring.
    + assert (Z : high / B63 = 0 /\ 2 * (high mod B63) + w / p < d).
      { apply Bool.orb_false_iff in C. destruct C as [C D]. apply Bool.negb_false_iff, Z.eqb_eq in C.
        rewrite Z.geb_leb in D. apply Z.leb_gt in D. lia. }
      replace (2 * (high mod B63) + w / p) with (2 * high + w / p) in * by lia.
      specialize (IH (2 * high + w / p) (w mod p * 2 ^ (64 - c)) d (2 * q) (w mod p)
        ltac:(lia) Hd ltac:(lia) Wm eq_refl ltac:(lia)).
      destruct (wide_divide_loop _ _ _ _ _) as [x y]. destruct IH as (E & B). split; [| exact B].
      rewrite E. rewrite W at 3. ring.
Qed.

Theorem wide_divide_exact : forall high low d, 0 < d < B64 -> 0 <= high < d -> word64 low ->
  wide_divide high low d = ((high * B64 + low) / d, (high * B64 + low) mod d).
Proof.
  intros high low d Hd Hh Hl. unfold wide_divide.
  pose proof (wide_divide_loop_exact 64 high low d 0 low (le_n _) Hd Hh) as E.
  change (2 ^ Z.of_nat 64) with B64 in E. change (2 ^ (64 - Z.of_nat 64)) with 1 in E.
  specialize (E Hl ltac:(lia) ltac:(lia)).
  destruct (wide_divide_loop 64 high low d 0) as [q r]. destruct E as (E & B & _).
  f_equal; [symmetry; apply div_unique | symmetry; apply mod_unique with q]; lia.
Qed.

(* src/kernels/divisor.c:
static uint64_t next_fraction(uint64_t *numerator, unsigned bits, uint64_t d) {
  if (bits == 64) return wide_divide( *numerator, 0, d, numerator);
  return wide_divide( *numerator >> (64 - bits), *numerator << bits, d, numerator);
} *)
Definition next_fraction numerator bits d :=
  if bits =? 64 then wide_divide numerator 0 d
  else wide_divide (srl numerator (64 - bits)) (sll64 numerator bits) d.

Lemma next_fraction_exact : forall n bits d, 0 < bits <= 64 -> 0 < d < B64 -> 0 <= n < d ->
  next_fraction n bits d = (n * 2 ^ bits / d, (n * 2 ^ bits) mod d).
Proof.
  intros n bits d Hb Hd Hn. unfold next_fraction. destruct (Z.eqb_spec bits 64) as [-> |].
  - rewrite wide_divide_exact by (unfold word64; lia). rewrite Z.add_0_r. reflexivity.
  - assert (P : 2 ^ (64 - bits) * 2 ^ bits = B64) by (rewrite <- Z.pow_add_r by lia; replace (64 - bits + bits) with 64 by lia; reflexivity).
    assert (0 < 2 ^ bits) by (apply Z.pow_pos_nonneg; lia).
    assert (1 < 2 ^ (64 - bits)) by (apply Z.pow_gt_1; lia).
    unfold srl, sll64. set (k := 2 ^ (64 - bits)) in *. set (p := 2 ^ bits) in *.
    assert (M : (n * p) mod B64 = (n mod k) * p) by (rewrite <- P; apply Z.mul_mod_distr_r; lia).
    pose proof (Z.div_mod n k ltac:(lia)) as D. pose proof (Z.mod_pos_bound n k ltac:(lia)) as B.
    assert (0 <= n / k < d) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; nia]).
    rewrite wide_divide_exact by (rewrite ?M; unfold word64; nia).
    replace (n / k * B64 + (n * p) mod B64) with (n * p); [reflexivity |].
    rewrite M, <- P. rewrite D at 1. ring.
Qed.

(* src/kernels/divisor.c:
static uint64_t power_mod(unsigned bits, uint64_t d) {
  uint64_t remainder = d == 1 ? 0 : 1;
  for (; bits > 0; bits -= bits < 32 ? bits : 32) next_fraction(&remainder, bits < 32 ? bits : 32, d);
  return remainder;
} *)
Fixpoint power_mod_loop (fuel : nat) bits remainder d :=
  match fuel with
  | O => remainder
  | S fuel =>
      if bits >? 0
      then let step := if bits <? 32 then bits else 32 in
           power_mod_loop fuel (bits - step) (snd (next_fraction remainder step d)) d
      else remainder
  end.
Definition power_mod bits d := power_mod_loop 5 bits (if d =? 1 then 0 else 1) d.

Lemma power_mod_loop_exact : forall fuel bits r d, 0 < d < B64 -> 0 <= r < d ->
  0 <= bits <= 32 * Z.of_nat fuel -> power_mod_loop fuel bits r d = (r * 2 ^ bits) mod d.
Proof.
  induction fuel as [| fuel IH]; intros bits r d Hd Hr Hb; cbn [power_mod_loop].
  - replace bits with 0 by lia. rewrite Z.mul_1_r, Z.mod_small; lia.
  - rewrite Z.gtb_ltb. destruct (Z.ltb_spec 0 bits).
    + set (step := if bits <? 32 then bits else 32).
      assert (0 < step <= 32 /\ step <= bits /\ bits - step <= 32 * Z.of_nat fuel)
        by (unfold step; destruct (Z.ltb_spec bits 32); lia).
      rewrite next_fraction_exact by lia. cbn [snd].
      rewrite IH by (try lia; apply Z.mod_pos_bound; lia).
      rewrite Z.mul_mod_idemp_l by lia. rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. do 3 f_equal. lia.
    + replace bits with 0 by lia. rewrite Z.mul_1_r, Z.mod_small; lia.
Qed.

Lemma power_mod_exact : forall bits d, 0 < d < B64 -> 0 <= bits <= 160 -> power_mod bits d = 2 ^ bits mod d.
Proof.
  intros bits d Hd Hb. unfold power_mod. destruct (Z.eqb_spec d 1) as [-> |].
  - rewrite power_mod_loop_exact by lia. rewrite !Z.mod_1_r. reflexivity.
  - rewrite power_mod_loop_exact by lia. f_equal. lia.
Qed.

(* src/kernels/divisor.c:
  if (value <= ROWKEY_FRACTION64_MAX) {
    for (unsigned k = 0; k < 4; k++) {
      uint64_t numerator = power_mod(32 * k, value);
      constants.fraction64[k] = next_fraction(&numerator, 64, value);
    }
  }
  if (value <= ROWKEY_FRACTION52_MAX) {
    for (unsigned k = 0; k < 3; k++) {
      uint64_t numerator = power_mod(52 * k, value);
      constants.fraction52_high[k] = next_fraction(&numerator, 52, value);
      constants.fraction52_low[k] = next_fraction(&numerator, 52, value);
    }
  } *)
Definition init_fraction64 k d := fst (next_fraction (power_mod (32 * k) d) 64 d).
Definition init_fraction52_high k d := fst (next_fraction (power_mod (52 * k) d) 52 d).
Definition init_fraction52_low k d := fst (next_fraction (snd (next_fraction (power_mod (52 * k) d) 52 d)) 52 d).

Theorem init_fraction64_exact : forall k d, 1 <= d <= fraction64_max -> 0 <= k <= 3 ->
  init_fraction64 k d = fraction64 d (2 ^ (32 * k) mod d).
Proof.
  intros k d Hd Hk. unfold init_fraction64, fraction64, fraction64_max in *.
  rewrite power_mod_exact by lia. pose proof (Z.mod_pos_bound (2 ^ (32 * k)) d).
  rewrite next_fraction_exact by lia. cbn [fst]. f_equal. change (2 ^ 64) with B64. lia.
Qed.

Theorem init_fraction52_exact : forall k d, 1 <= d <= fraction52_max -> 0 <= k <= 2 ->
  init_fraction52_high k d = fraction52_high d (2 ^ (52 * k) mod d) /\
  init_fraction52_low k d = fraction52_low d (2 ^ (52 * k) mod d).
Proof.
  intros k d Hd Hk. unfold init_fraction52_high, init_fraction52_low, fraction52_high, fraction52_low, fraction52,
    fraction52_max in *.
  rewrite !power_mod_exact by lia. pose proof (Z.mod_pos_bound (2 ^ (52 * k)) d ltac:(lia)).
  set (r := 2 ^ (52 * k) mod d) in *. change (2 ^ 52) with B52.
  rewrite (next_fraction_exact r) by lia. cbn [fst snd]. change (2 ^ 52) with B52.
  pose proof (Z.mod_pos_bound (r * B52) d ltac:(lia)).
  rewrite next_fraction_exact by lia. cbn [fst]. change (2 ^ 52) with B52.
  pose proof (Z.div_mod (r * B52) d ltac:(lia)) as D.
  set (h := r * B52 / d) in *. set (s := (r * B52) mod d) in *.
  replace (B52 * B52 * r / d) with (h * B52 + s * B52 / d).
  2:{ symmetry. replace (B52 * B52 * r) with (s * B52 + (h * B52) * d) by lia. rewrite Z.div_add by lia. lia. }
  assert (0 <= s * B52 / d < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  split; symmetry; [apply div_unique | apply mod_unique with h]; lia.
Qed.

(* src/kernels/divisor.c:
static uint64_t inverse(uint64_t d, unsigned bits, uint32_t *shift, uint32_t *wide) {
  const unsigned l = 63 - (unsigned)__builtin_clzll(d);
  const uint64_t power = UINT64_C(1) << l;
  *wide = 1;
  *shift = l - (d == power);
  if (d == power) return 1;
  uint64_t remainder = power;
  const uint64_t quotient = next_fraction(&remainder, bits, d);
  *wide = d - remainder > power;
  if (!*wide) return quotient + 1;
  const uint64_t doubled = 2 * quotient + (remainder >= d - remainder) + 1;
  return bits == 64 ? doubled : doubled & ((UINT64_C(1) << bits) - 1);
} *)
Definition inverse d bits :=
  let l := Z.log2 d in
  let power := 2 ^ l in
  if d =? power then {| multiplier := 1; shift := l - 1; wide := true |}
  else
    let (quotient, remainder) := next_fraction power bits d in
    let wide := d - remainder >? power in
    if negb wide then {| multiplier := add64 quotient 1; shift := l; wide := false |}
    else
      let doubled := add64 (add64 (mul64 2 quotient) (if remainder >=? d - remainder then 1 else 0)) 1 in
      {| multiplier := if bits =? 64 then doubled else Z.land doubled (2 ^ bits - 1); shift := l; wide := true |}.

Lemma mod_power_64 : forall x bits, 0 < bits <= 64 -> (x mod B64) mod 2 ^ bits = x mod 2 ^ bits.
Proof.
  intros. assert (0 < 2 ^ bits) by (apply Z.pow_pos_nonneg; lia).
  rewrite <- (Znumtheory.Zmod_div_mod (2 ^ bits) B64); [reflexivity | lia | lia |].
  exists (2 ^ (64 - bits)). rewrite <- Z.pow_add_r by lia. replace (64 - bits + bits) with 64 by lia. reflexivity.
Qed.

(** src/kernels/divisor.c computes these constants with bits = 64 for every d >= 2, with bits = 32 for 2 <= d < 2^32. *)
(* src/kernels/divisor.c:
  if (value >= 2) {
    constants.multiplier64 = inverse(value, 64, &constants.shift64, &constants.wide64);
    if (value <= UINT32_MAX)
      constants.multiplier32 = (uint32_t)inverse(value, 32, &constants.shift32, &constants.wide32);
  } *)
Theorem inverse_certified : forall d bits, 0 < bits <= 64 -> 2 <= d < 2 ^ bits ->
  certificate bits d (inverse d bits).
Proof.
  intros d bits Hb Hd.
  assert (Bb : 2 ^ bits <= B64) by (change B64 with (2 ^ 64); apply Z.pow_le_mono_r; lia).
  pose proof (Z.log2_spec d ltac:(lia)) as L. rewrite Z.pow_succ_r in L by apply Z.log2_nonneg.
  assert (0 < Z.log2 d) by (apply Z.log2_pos; lia).
  assert (Z.log2 d < bits) by (apply Z.log2_lt_pow2; lia).
  unfold inverse, certificate. set (l := Z.log2 d) in *.
  destruct (Z.eqb_spec d (2 ^ l)) as [E | NE]; cbn [multiplier shift wide].
  { replace (bits + (l - 1) + 1) with (bits + l) by lia. replace (bits + l - bits) with l by lia.
    rewrite Z.pow_add_r by lia. assert (1 < 2 ^ bits) by (apply Z.pow_gt_1; lia). rewrite <- E. nia. }
  rewrite next_fraction_exact by lia.
  rewrite <- Z.pow_add_r by lia.
  set (p := 2 ^ l) in *. set (N := 2 ^ (l + bits)) in *.
  assert (EN : N = p * 2 ^ bits) by (unfold N, p; apply Z.pow_add_r; lia).
  pose proof (Z.div_mod N d ltac:(lia)) as D. pose proof (Z.mod_pos_bound N d ltac:(lia)) as R.
  set (q := N / d) in *. set (r := N mod d) in *.
  set (b := 2 ^ bits) in *. assert (1 < b) by (unfold b; apply Z.pow_gt_1; lia).
  assert (Q : 0 <= q < b) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; nia]).
  assert (Q2 : b <= 2 * q + 1) by nia.
  destruct (d - r >? p) eqn:G; rewrite Z.gtb_ltb in G; cbn [negb].
  - apply Z.ltb_lt in G.
    assert (Half : (if r >=? d - r then 1 else 0) = (2 * r) / d).
    { rewrite Z.geb_leb. destruct (Z.leb_spec (d - r) r); symmetry; apply div_unique; lia. }
    rewrite Half. clear Half.
    set (h := 2 * r / d). pose proof (div_mul_le (2 * r) d ltac:(lia)) as Hh. fold h in Hh.
    assert (h = 0 \/ h = 1) by nia.
    set (M := 2 * q + h + 1).
    assert (ME : 2 * N < M * d <= 2 * N + d) by (unfold M; nia).
    assert (MB : b <= M < 2 * b) by nia.
    assert (X : (if bits =? 64 then add64 (add64 (mul64 2 q) h) 1
                 else Z.land (add64 (add64 (mul64 2 q) h) 1) (b - 1)) = M - b).
    { unfold add64, mul64. rewrite Z.add_mod_idemp_l by lia.
      rewrite <- Z.add_assoc, Z.add_mod_idemp_l by lia. rewrite Z.add_assoc. fold M.
      destruct (Z.eqb_spec bits 64) as [E64 |].
      - assert (b = B64) by (unfold b; rewrite E64; reflexivity). apply mod_unique with 1; lia.
      - unfold b at 1. rewrite and_ones, mod_power_64 by lia. fold b. apply mod_unique with 1; lia. }
    cbn [multiplier shift wide]. rewrite X.
    replace (bits + l + 1) with (Z.succ (l + bits)) by lia.
    replace (Z.succ (l + bits) - bits) with (Z.succ l) by lia.
    rewrite !Z.pow_succ_r by lia. fold N p. lia.
  - apply Z.ltb_ge in G. cbn [multiplier shift wide].
    assert (q + 1 < b) by nia.
    unfold add64. rewrite (Z.mod_small (q + 1)) by lia.
    replace (bits + l + 0) with (l + bits) by lia. replace (l + bits - bits) with l by lia. fold N p.
    nia.
Qed.

Print Assumptions wide_divide_exact.
Print Assumptions init_fraction64_exact.
Print Assumptions init_fraction52_exact.
Print Assumptions inverse_certified.
