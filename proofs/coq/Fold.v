(** Remainders of digests by folding (simd/kernels/modulo_fold.h), with products of 32 bits: for every N below 2^128
    and every d from 2^32 to 2^60 that is no power of two. *)
Require Import Rowkey.Words Rowkey.Inverse Rowkey.Divisor Rowkey.Quotient.

(* src/kernels/divisor.h: #define ROWKEY_FOLD_MAX (UINT64_C(1) << 60) *)
Definition fold_max := 1152921504606846976.
Notation B31 := 2147483648.

(** ** The constants *)

Definition inverse32 d := 2 ^ (31 + bits d) / d.

(* src/kernels/divisor.c:
  if (value > UINT32_MAX && value <= ROWKEY_FOLD_MAX && (value & (value - 1)) != 0) {
    uint64_t numerator = UINT64_C(1) << (63 - shift);
    constants.power64 = power_mod(64, value);
    constants.power96 = power_mod(96, value);
    constants.inverse32 = next_fraction(&numerator, 32, value);
  } *)
Definition init_power64 d := power_mod 64 d.
Definition init_power96 d := power_mod 96 d.
Definition init_inverse32 d := fst (next_fraction (2 ^ (bits d - 1)) 32 d).

Definition has_fold d := B32 <= d <= fold_max /\ d <> 2 ^ Z.log2 d.

Lemma fold_bits : forall d, has_fold d -> 33 <= bits d <= 60 /\ 2 ^ (bits d - 1) < d < 2 * 2 ^ (bits d - 1).
Proof.
  intros d [H N]. unfold fold_max, bits in *.
  pose proof (Z.log2_spec d ltac:(lia)) as L. rewrite Z.pow_succ_r in L by apply Z.log2_nonneg.
  assert (32 <= Z.log2 d) by (apply Z.log2_le_pow2; [lia | change (2 ^ 32) with B32; lia]).
  assert (Z.log2 d <> 60) by (intros E; rewrite E in *; change (2 ^ 60) with 1152921504606846976 in *; lia).
  assert (Z.log2 d < 61) by (apply Z.log2_lt_pow2; [lia | change (2 ^ 61) with 2305843009213693952; lia]).
  replace (Z.log2 d + 1 - 1) with (Z.log2 d) by lia. lia.
Qed.

Theorem init_fold_exact : forall d, has_fold d ->
  init_power64 d = 2 ^ 64 mod d /\ init_power96 d = 2 ^ 96 mod d /\ init_inverse32 d = inverse32 d.
Proof.
  intros d H. destruct (fold_bits d H) as (Hb & Hp). destruct H as [H _]. unfold fold_max in H.
  unfold init_power64, init_power96, init_inverse32, inverse32. rewrite !power_mod_exact by lia.
  assert (0 < 2 ^ (bits d - 1)) by (apply Z.pow_pos_nonneg; lia).
  rewrite next_fraction_exact by lia. cbn [fst].
  rewrite <- Z.pow_add_r by lia. replace (bits d - 1 + 32) with (31 + bits d) by lia. auto.
Qed.

(** ** The quotient of a number cut to its upper bits *)

Lemma estimate_below : forall d W C m n, 0 < d -> 0 < W -> 0 < C -> 0 <= n -> 0 <= m ->
  m * d <= C * W < (m + 1) * d -> let u := n / W in let q := u * m / C in
  0 <= q /\ 0 <= n - q * d /\ C * (n - q * d) < C * W + C * d + u * d.
Proof.
  intros d W C m n Hd HW HC Hn Hm [F1 F2] u q.
  pose proof (div_mul_le n W HW) as U. fold u in U.
  pose proof (div_mul_le (u * m) C HC) as Q. fold q in Q.
  assert (Hu : 0 <= u) by (apply Z.div_pos; lia).
  assert (Hq : 0 <= q) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg; lia | lia]).
  assert (A : q * C * d <= u * m * d) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (B : u * (m * d) <= u * (C * W)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (E : C * (u * W) <= C * n) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (G : C * n < C * ((u + 1) * W)) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (H : u * (C * W) <= u * ((m + 1) * d)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (I : u * m * d < (q + 1) * C * d) by (apply Z.mul_lt_mono_pos_r; lia).
  repeat split; [exact Hq | | lia].
  assert (J : q * d <= n) by (apply (Z.mul_le_mono_pos_l _ _ C); lia). lia.
Qed.

(** ** Digests *)

(* simd/lanes/scalar.h:
V_INLINE mask64 v64_less(vec64 a, vec64 b) { return (int64_t)a < (int64_t)b; } *)
Definition less64 a b := (if a <? B63 then a else a - B64) <? (if b <? B63 then b else b - B64).

(* simd/kernels/modulo_fold.h:
  const uint64_t low31 = (UINT64_C(1) << 31) - 1;
  return (struct modulo_fold){
      .power64 = {v64_set1(divisor->power64 & low31), v64_set1(divisor->power64 >> 31)},
      .power96 = {v64_set1(divisor->power96 & low31), v64_set1(divisor->power96 >> 31)},
      .inverse = v64_set1(divisor->inverse32),
      .d = v64_set1(divisor->value),
      .d_high = v64_set1(divisor->value >> 32),
      .bits = 64 - divisor->normalize_shift}; *)
(* simd/kernels/modulo_fold.h:
  const vec64 top = v64_srl(high, 32), low31 = v64_set1((UINT64_C(1) << 31) - 1);
  const vec64 sum[2] = {
      v64_add(v64_mul_u32_by(top, by->power96[0]), v64_mul_u32_by(high, by->power64[0])),
      v64_add(v64_mul_u32_by(top, by->power96[1]), v64_mul_u32_by(high, by->power64[1]))};
  const vec64 x[2] = {v64_add(sum[0], v64_and(low, low31)), v64_add(sum[1], v64_srl(low, 31))};
  const vec64 upper = v64_srl_by(v64_add(x[1], v64_srl(x[0], 31)), by->bits - 29);
  const vec64 quotient = v64_srl(v64_mul_u32_by(upper, by->inverse), 29);
  vec64 rest = v64_sub(v64_add(v64_sll(x[1], 31), x[0]), v64_mul_lo_by(quotient, by->d));
  const vec64 more = v64_srl(v64_mul_u32_by(v64_srl_by(rest, by->bits - 28), by->inverse), 59);
  const vec64 product = v64_add(v64_mul_u32_by(more, by->d), v64_sll(v64_mul_u32_by(more, by->d_high), 32));
  rest = v64_sub(rest, product);
  return v64_choose(v64_less(rest, by->d), rest, v64_sub(rest, by->d)); *)
Definition modulo_fold_digests d p64 p96 inverse high low :=
  let low31 := 2 ^ 31 - 1 in
  let top := srl high 32 in
  let sum0 := add64 (mul_u32 top (Z.land p96 low31)) (mul_u32 high (Z.land p64 low31)) in
  let sum1 := add64 (mul_u32 top (srl p96 31)) (mul_u32 high (srl p64 31)) in
  let x0 := add64 sum0 (Z.land low low31) in
  let x1 := add64 sum1 (srl low 31) in
  let upper := srl_by (add64 x1 (srl x0 31)) (bits d - 29) in
  let quotient := srl (mul_u32 upper inverse) 29 in
  let rest := sub64 (add64 (sll64 x1 31) x0) (mul_lo_by quotient d) in
  let more := srl (mul_u32 (srl_by rest (bits d - 28)) inverse) 59 in
  let product := add64 (mul_u32 more d) (sll64 (mul_u32 more (srl d 32)) 32) in
  let rest := sub64 rest product in
  if less64 rest d then rest else sub64 rest d.

Lemma split31 : forall p, 0 <= p -> p = p / B31 * B31 + p mod B31 /\ 0 <= p mod B31 < B31 /\ 0 <= p / B31.
Proof.
  intros. pose proof (Z.div_mod p B31). pose proof (Z.mod_pos_bound p B31).
  assert (0 <= p / B31) by (apply Z.div_pos; lia). lia.
Qed.

(** The two sums, which do not overflow, and the number they make. *)
Lemma folded : forall d p q high low, 0 <= p < d -> 0 <= q < d -> d <= fold_max -> word64 high -> word64 low ->
  let low31 := 2 ^ 31 - 1 in
  let x0 := add64 (add64 (mul_u32 (srl high 32) (Z.land q low31)) (mul_u32 high (Z.land p low31))) (Z.land low low31) in
  let x1 := add64 (add64 (mul_u32 (srl high 32) (srl q 31)) (mul_u32 high (srl p 31))) (srl low 31) in
  x1 * B31 + x0 = high / B32 * q + high mod B32 * p + low /\ word64 x0 /\ 0 <= x1 < 4611686035607257088.
Proof.
  intros d p q high low Hp Hq Hd Hh Hl. cbv zeta. unfold fold_max in Hd.
  destruct (halves high Hh) as (h0 & h1 & E & E0 & E1 & E2 & W0 & W1).
  assert (E3 : high / B32 = h1) by (unfold srl in E1; exact E1).
  rewrite !and_ones by lia. unfold mul_u32. rewrite E1, E2, E0, E3. unfold srl, add64. change (2 ^ 31) with B31.
  destruct (split31 p ltac:(lia)) as (Ep & Bp & Np). destruct (split31 q ltac:(lia)) as (Eq & Bq & Nq).
  unfold word64, word32 in *. destruct (split31 low ltac:(lia)) as (El & Bl & Nl).
  set (p0 := p mod B31) in *. set (p1 := p / B31) in *. set (q0 := q mod B31) in *. set (q1 := q / B31) in *.
  set (l0 := low mod B31) in *. set (l1 := low / B31) in *.
  assert (p1 <= 536870912) by lia. assert (q1 <= 536870912) by lia. assert (l1 < 8589934592) by lia.
  rewrite (Z.mod_small p0), (Z.mod_small p1), (Z.mod_small q0), (Z.mod_small q1) by lia.
  assert (0 <= h1 * q0 <= 4294967295 * 2147483647) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= h0 * p0 <= 4294967295 * 2147483647) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= h1 * q1 <= 4294967295 * 536870912) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= h0 * p1 <= 4294967295 * 536870912) by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  rewrite (Z.mod_small (h1 * q0 + h0 * p0)), (Z.mod_small (h1 * q0 + h0 * p0 + l0)) by lia.
  rewrite (Z.mod_small (h1 * q1 + h0 * p1)), (Z.mod_small (h1 * q1 + h0 * p1 + l1)) by lia.
  split; [| lia]. rewrite Ep at 1. rewrite Eq at 1. lia.
Qed.

Theorem modulo_fold_digests_exact : forall d high low, has_fold d -> word64 high -> word64 low ->
  modulo_fold_digests d (2 ^ 64 mod d) (2 ^ 96 mod d) (inverse32 d) high low = (high * B64 + low) mod d.
Proof.
  intros d high low H Hh Hl. destruct (fold_bits d H) as (Hb & Hp). destruct H as [H _].
  unfold modulo_fold_digests. cbv zeta.
  pose proof (Z.mod_pos_bound (2 ^ 64) d ltac:(lia)) as P. pose proof (Z.mod_pos_bound (2 ^ 96) d ltac:(lia)) as Q.
  pose proof (folded d (2 ^ 64 mod d) (2 ^ 96 mod d) high low P Q ltac:(lia) Hh Hl) as X. cbv zeta in X.
  unfold fold_max in H.
  set (x0 := add64 (add64 (mul_u32 (srl high 32) (Z.land (2 ^ 96 mod d) _)) _) _) in *.
  set (x1 := add64 (add64 (mul_u32 (srl high 32) (srl (2 ^ 96 mod d) 31)) _) _) in *.
  clearbody x0 x1. destruct X as (EX & W0 & W1). set (x := x1 * B31 + x0) in *. unfold word64 in Hh, Hl, W0.
  (* x is the digest modulo d, and has at most 34 bits more than d. *)
  assert (Mod : x mod d = (high * B64 + low) mod d).
  { rewrite EX. pose proof (Z.div_mod high B32 ltac:(lia)) as D.
    pose proof (Z.div_mod (2 ^ 96) d ltac:(lia)) as D96. pose proof (Z.div_mod (2 ^ 64) d ltac:(lia)) as D64.
    set (k := high / B32 * (2 ^ 96 / d) + high mod B32 * (2 ^ 64 / d)).
    replace (high * B64 + low) with (high / B32 * (2 ^ 96 mod d) + high mod B32 * (2 ^ 64 mod d) + low + k * d).
    - rewrite Z.mod_add by lia. reflexivity.
    - unfold k. change (2 ^ 96) with (B64 * B32) in *. change (2 ^ 64) with B64 in *.
      set (h1 := high / B32) in *. set (h0 := high mod B32) in *.
      set (k1 := B64 * B32 / d) in *. set (k0 := B64 / d) in *.
      set (r1 := (B64 * B32) mod d) in *. set (r0 := B64 mod d) in *. rewrite D.
      replace (B32 * h1 + h0) with (h1 * B32 + h0) by lia.
      replace ((h1 * B32 + h0) * B64) with (h1 * (B64 * B32) + h0 * B64) by ring. rewrite D96, D64 at 1. ring. }
  assert (H1 : 0 <= high / B32 <= 4294967295).
  { pose proof (Z.div_pos high B32). assert (high / B32 < B32) by (apply Z.div_lt_upper_bound; lia). lia. }
  pose proof (Z.mod_pos_bound high B32 ltac:(lia)) as H0.
  assert (B1 : 0 <= high / B32 * (2 ^ 96 mod d) <= 4294967295 * d)
    by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  assert (B0 : 0 <= high mod B32 * (2 ^ 64 mod d) <= 4294967295 * d)
    by (split; [apply Z.mul_nonneg_nonneg | apply Z.mul_le_mono_nonneg]; lia).
  assert (Bx : 0 <= x < 8589934592 * d + B64) by lia.
  clear EX B1 B0 P Q H1 H0.
  (* d's highest bit, and the inverse. *)
  assert (Hc : 2 ^ (bits d - 28) * 134217728 = 2 ^ (bits d - 1)).
  { change 134217728 with (2 ^ 27). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Hw : 2 ^ (bits d + 2) = 8 * 2 ^ (bits d - 1)).
  { change 8 with (2 ^ 3). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Hw2 : 2 ^ (bits d + 2) = B31 * 2 ^ (bits d - 29)).
  { change B31 with (2 ^ 31). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (He : 2 ^ (31 + bits d) = B32 * 2 ^ (bits d - 1)).
  { change B32 with (2 ^ 32). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  pose proof (div_mul_le (2 ^ (31 + bits d)) d ltac:(lia)) as F. fold (inverse32 d) in F. rewrite He in F.
  assert (Hm : 0 <= inverse32 d < B32).
  { unfold inverse32. rewrite He. split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia. }
  assert (Hs : 0 < 2 ^ (bits d - 29)) by (apply Z.pow_pos_nonneg; lia).
  assert (Ha : 4294967296 <= 2 ^ (bits d - 1)) by (change 4294967296 with (2 ^ 32); apply Z.pow_le_mono_r; lia).
  set (m := inverse32 d) in *. set (a := 2 ^ (bits d - 1)) in *. set (c := 2 ^ (bits d - 28)) in *.
  set (s := 2 ^ (bits d - 29)) in *. set (w := 2 ^ (bits d + 2)) in *.
  (* The first estimate. *)
  assert (U : srl_by (add64 x1 (srl x0 31)) (bits d - 29) = x / w).
  { unfold srl_by, add64, srl. destruct (Z.gtb_spec (bits d - 29) 63); [lia |]. change (2 ^ 31) with B31. fold s.
    assert (0 <= x0 / B31 < 8589934592) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
    rewrite Z.mod_small by lia. rewrite Hw2, <- Z.div_div by lia. unfold x. rewrite Z.div_add_l by lia. reflexivity. }
  rewrite U.
  assert (HC1 : m * d <= 536870912 * w < (m + 1) * d) by lia.
  pose proof (estimate_below d w 536870912 m x ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) HC1) as E1.
  cbv zeta in E1.
  assert (Hu : 0 <= x / w < 2684354560).
  { split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
  assert (V : srl (mul_u32 (x / w) m) 29 = x / w * m / 536870912).
  { unfold srl, mul_u32. rewrite (Z.mod_small (x / w)), (Z.mod_small m) by lia. reflexivity. }
  rewrite V. clear V.
  set (u := x / w) in *. set (q := u * m / 536870912) in *. destruct E1 as (Q0 & R0 & R1).
  assert (R2 : u * d <= 2684354560 * d) by (apply Z.mul_le_mono_nonneg_r; lia).
  set (r := x - q * d) in *. assert (R : 0 <= r < 14 * d) by lia.
  assert (Q1 : q < B64).
  { unfold q. apply Z.div_lt_upper_bound; [lia |].
    assert (u * m <= 2684354560 * B32) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  assert (Rest : sub64 (add64 (sll64 x1 31) x0) (mul_lo_by q d) = r).
  { rewrite mul_lo_by_exact by (unfold word64; lia). unfold sub64, add64, sll64. change (2 ^ 31) with B31.
    rewrite Z.add_mod_idemp_l, <- Zminus_mod by lia. fold x. fold r. apply Z.mod_small. lia. }
  rewrite Rest. clear R0 R1 R2 HC1 U Rest Hw2 Hu.
  (* The second. *)
  assert (HC2 : m * d <= 576460752303423488 * c < (m + 1) * d) by lia.
  pose proof (estimate_below d c 576460752303423488 m r ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) HC2) as E2.
  cbv zeta in E2.
  assert (Hv : 0 <= r / c < B32) by (split; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia).
  assert (V : srl (mul_u32 (srl_by r (bits d - 28)) m) 59 = r / c * m / 576460752303423488).
  { unfold srl_by, mul_u32, srl. destruct (Z.gtb_spec (bits d - 28) 63); [lia |]. fold c.
    rewrite (Z.mod_small (r / c)), (Z.mod_small m) by lia. reflexivity. }
  rewrite V. clear V.
  set (v := r / c) in *. set (t := v * m / 576460752303423488) in *. destruct E2 as (T0 & S0 & S1).
  assert (S2 : v * d <= B32 * d) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (S : 0 <= r - t * d < 2 * d) by lia.
  assert (T1 : t < 64).
  { unfold t. apply Z.div_lt_upper_bound; [lia |].
    assert (v * m <= B32 * B32) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  assert (Prod : add64 (mul_u32 t d) (sll64 (mul_u32 t (srl d 32)) 32) = t * d).
  { transitivity (mul_lo_by t d).
    - unfold mul_lo_by. replace (srl t 32) with 0 by (unfold srl; symmetry; apply Z.div_small; lia).
      change (mul_u32 0 d) with 0. unfold add64 at 3. rewrite Z.add_0_l, (Z.mod_small (mul_u32 t (srl d 32))); [reflexivity |].
      unfold mul_u32. pose proof (Z.mod_pos_bound t B32). pose proof (Z.mod_pos_bound (srl d 32) B32).
      split; [apply Z.mul_nonneg_nonneg; lia |].
      assert (t mod B32 * (srl d 32 mod B32) <= 4294967295 * 4294967295) by (apply Z.mul_le_mono_nonneg; lia). lia.
    - rewrite mul_lo_by_exact by (unfold word64; lia). apply Z.mod_small.
      assert (0 <= t * d) by (apply Z.mul_nonneg_nonneg; lia). lia. }
  rewrite Prod. unfold sub64. rewrite (Z.mod_small (r - t * d)) by lia.
  assert (Ex : x = (q + t) * d + (r - t * d)) by (unfold r; lia). clearbody r t.
  rewrite <- Mod. unfold less64. destruct (Z.ltb_spec (r - t * d) B63); [| lia]. destruct (Z.ltb_spec d B63); [| lia].
  destruct (Z.ltb_spec (r - t * d) d).
  - symmetry. apply mod_unique with (q + t); lia.
  - rewrite Z.mod_small by lia. symmetry. apply mod_unique with (q + t + 1); lia.
Qed.

Print Assumptions init_fold_exact.
Print Assumptions modulo_fold_digests_exact.
