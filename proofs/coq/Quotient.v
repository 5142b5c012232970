(** Remainders from an estimate of the quotient (simd/kernels/modulo_quotient.h): with 52-bit multiply-adds for
    every N below 2^128 and every d from 2^49 to 2^64 - 2^27 that is no power of two. *)
Require Import Rowkey.Words Rowkey.Fractions Rowkey.Divisor.

(* src/kernels/divisor.h: #define ROWKEY_QUOTIENT52_MAX UINT64_C(18446744073575333888) *)
Definition quotient52_max := 18446744073575333888.
Notation B27 := 134217728.
Notation B104 := (B52 * B52).

(** ** What an estimate leaves *)

(* simd/lanes/avx512.h:
V_INLINE vec64 v64_min(vec64 a, vec64 b) { return _mm512_min_epu64(a, b); } *)
(* simd/kernels/modulo_quotient.h:
V_INLINE vec64 modulo_of_quotient(const struct modulo_quotient *by, vec64 low, vec64 quotient) {
  const vec64 rest = v64_sub(low, v64_mul_lo_by(quotient, by->d));
  return v64_min(rest, v64_sub(rest, by->d));
} *)
Definition modulo_of_quotient d low quotient :=
  let rest := sub64 low (mul64 quotient d) in Z.min rest (sub64 rest d).

(** The estimate S / P, of which the whole part is taken, falls short by less than 5 units of 1 / P. *)
Lemma estimate_exact : forall d P S N, B27 <= d <= quotient52_max -> 0 < P -> 0 <= S -> d <= P * 33554432 ->
  S * d <= N * P < (S + 5) * d -> modulo_of_quotient d (N mod B64) ((S / P) mod B64) = N mod d.
Proof.
  intros d P S N Hd HP HS HdP [L U]. unfold quotient52_max in Hd.
  pose proof (Z.div_mod S P ltac:(lia)) as E. pose proof (Z.mod_pos_bound S P HP) as B.
  set (Q := S / P) in *. set (s := S mod P) in *.
  assert (R : 0 <= N - Q * d < d + B27).
  { split.
    - assert (Q * P * d <= N * P) by nia. nia.
    - assert (N * P < (Q * P + P + 4) * d) by nia.
      assert ((N - Q * d) * P < (d + B27) * P) by nia. nia. }
  unfold modulo_of_quotient, mul64, sub64.
  assert (W : (N mod B64 - (Q mod B64 * d) mod B64) mod B64 = N - Q * d).
  { rewrite Z.mul_mod_idemp_l, <- Zminus_mod by lia. apply Z.mod_small. lia. }
  rewrite W. set (r := N - Q * d) in *. destruct (Z.lt_ge_cases r d) as [Less | More].
  - replace ((r - d) mod B64) with (r - d + B64) by (symmetry; apply mod_unique with (-1); lia).
    rewrite Z.min_l by lia. symmetry. apply mod_unique with Q; lia.
  - rewrite (Z.mod_small (r - d)) by lia. rewrite Z.min_r by lia. symmetry. apply mod_unique with (Q + 1); lia.
Qed.

(** ** The constants *)

(** How many bits d has: 64 less what rowkey_divisor_init counts as leading zeros. *)
(* simd/kernels/modulo_quotient.h: .bits = 64 - divisor->normalize_shift *)
Definition bits d := Z.log2 d + 1.
Definition quotient52 d := 2 ^ (103 + bits d) / d.

(* src/kernels/divisor.c:
  if (value > ROWKEY_FRACTION52_MAX && (value & (value - 1)) != 0) {
    uint64_t numerator = UINT64_C(1) << (63 - shift);
    constants.quotient52_high = next_fraction(&numerator, 52, value);
    constants.quotient52_low = next_fraction(&numerator, 52, value);
  } *)
Definition init_quotient52_high d := fst (next_fraction (2 ^ (bits d - 1)) 52 d).
Definition init_quotient52_low d := fst (next_fraction (snd (next_fraction (2 ^ (bits d - 1)) 52 d)) 52 d).

(** What d has to be, and what follows for its bits. *)
Definition has_quotient d := fraction52_max < d <= quotient52_max /\ d <> 2 ^ Z.log2 d.

Lemma bits_of : forall d, has_quotient d ->
  50 <= bits d <= 64 /\ 2 ^ (bits d - 1) < d < 2 * 2 ^ (bits d - 1) /\ 0 <= quotient52 d < B104.
Proof.
  intros d [H N]. unfold fraction52_max, quotient52_max, quotient52, bits in *.
  pose proof (Z.log2_spec d ltac:(lia)) as L. rewrite Z.pow_succ_r in L by apply Z.log2_nonneg.
  assert (49 <= Z.log2 d) by (apply Z.log2_le_pow2; [lia | change (2 ^ 49) with 562949953421312; lia]).
  assert (Z.log2 d < 64) by (apply Z.log2_lt_pow2; [lia | change (2 ^ 64) with B64; lia]).
  replace (Z.log2 d + 1 - 1) with (Z.log2 d) by lia.
  replace (103 + (Z.log2 d + 1)) with (104 + Z.log2 d) by lia. rewrite Z.pow_add_r by lia.
  change (2 ^ 104) with B104. set (p := 2 ^ Z.log2 d) in *.
  repeat split; try lia; [apply Z.div_pos | apply Z.div_lt_upper_bound]; lia.
Qed.

Theorem init_quotient52_exact : forall d, has_quotient d ->
  init_quotient52_high d = quotient52 d / B52 /\ init_quotient52_low d = quotient52 d mod B52.
Proof.
  intros d H. destruct (bits_of d H) as (Hb & Hp & _). destruct H as [H _]. unfold quotient52_max, fraction52_max in H.
  unfold init_quotient52_high, init_quotient52_low, quotient52.
  replace (103 + bits d) with (bits d - 1 + 104) by lia. rewrite Z.pow_add_r by lia. change (2 ^ 104) with B104.
  set (r := 2 ^ (bits d - 1)) in *. rewrite (next_fraction_exact r) by lia. cbn [fst snd]. change (2 ^ 52) with B52.
  pose proof (Z.mod_pos_bound (r * B52) d ltac:(lia)).
  rewrite next_fraction_exact by lia. cbn [fst]. change (2 ^ 52) with B52.
  pose proof (Z.div_mod (r * B52) d ltac:(lia)) as D.
  set (h := r * B52 / d) in *. set (s := (r * B52) mod d) in *.
  replace (r * B104 / d) with (h * B52 + s * B52 / d).
  2:{ symmetry. replace (r * B104) with (s * B52 + (h * B52) * d) by lia. rewrite Z.div_add by lia. lia. }
  assert (0 <= s * B52 / d < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  split; symmetry; [apply div_unique | apply mod_unique with h]; lia.
Qed.

(** ** Digests *)

(* simd/lanes/scalar.h:
V_INLINE vec64 v64_sll_by(vec64 x, uint32_t n) { return n > 63 ? 0 : x << n; } *)
Definition sll_by x n := if n >? 63 then 0 else sll64 x n.

(* simd/kernels/modulo_quotient.h:
  const vec64 upper = v64_srl(high, 12), lower = v64_or(v64_srl(low, 24), v64_sll(high, 40));
  const vec64 zero = v64_set1(0), whole = v64_madd52_high(zero, upper, by->high);
  vec64 sum = v64_madd52_low(zero, upper, by->high);
  sum = v64_madd52_high(sum, upper, by->low);
  sum = v64_madd52_high(sum, lower, by->high);
  const vec64 quotient = v64_add(v64_sll_by(whole, 77 - by->bits), v64_srl_by(sum, by->bits - 25));
  return modulo_of_quotient(by, low, quotient); *)
Definition modulo_quotient_digests d m1 m0 high low :=
  let upper := srl high 12 in
  let lower := Z.lor (srl low 24) (sll64 high 40) in
  let whole := madd52_high 0 upper m1 in
  let sum := madd52_low 0 upper m1 in
  let sum := madd52_high sum upper m0 in
  let sum := madd52_high sum lower m1 in
  let quotient := add64 (sll_by whole (77 - bits d)) (srl_by sum (bits d - 25)) in
  modulo_of_quotient d low quotient.

Lemma limb_of_bits_24 : forall high low, word64 high -> word64 low ->
  Z.lor (srl low 24) (sll64 high 40) mod B52 = low / 16777216 + (high mod 4096) * 1099511627776.
Proof.
  intros high low Hh Hl. unfold srl, sll64, word64 in *.
  change (2 ^ 24) with 16777216. change (2 ^ 40) with 1099511627776.
  pose proof (Z.div_mod high 16777216 ltac:(lia)). pose proof (Z.mod_pos_bound high 16777216 ltac:(lia)).
  replace ((high * 1099511627776) mod B64) with ((high mod 16777216) * 2 ^ 40)
    by (symmetry; apply mod_unique with (high / 16777216); change (2 ^ 40) with 1099511627776; lia).
  assert (0 <= low / 16777216 < 1099511627776) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  rewrite or_disjoint by (change (2 ^ 40) with 1099511627776; lia). change (2 ^ 40) with 1099511627776.
  replace (high mod 4096) with (high mod 16777216 mod 4096)
    by (rewrite <- (Znumtheory.Zmod_div_mod 4096 16777216); try lia; exists 4096; lia).
  set (h := high mod 16777216) in *. pose proof (Z.div_mod h 4096 ltac:(lia)). pose proof (Z.mod_pos_bound h 4096 ltac:(lia)).
  apply mod_unique with (h / 4096); lia.
Qed.

(** A dividend n * K + t of which n is multiplied by m, the floor of C * P * K / d, and the product cut to S: by
    how much less than e units of C. *)
Lemma estimate_short : forall d P K C m n t S e, 0 < d -> 0 < P -> 0 < C -> 0 <= n <= C -> 0 <= t < K ->
  P * K < d -> m * d <= C * (P * K) < (m + 1) * d -> S * C <= n * m < (S + e) * C ->
  S * d <= (n * K + t) * P < (S + (e + 2)) * d.
Proof.
  intros d P K C m n t S e Hd HP HC Hn Ht HK [F1 F2] [X1 X2].
  assert (Y1 : S * C * d <= n * m * d) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Y2 : n * m * d < (S + e) * C * d) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (Z1 : n * (m * d) <= n * (C * (P * K))) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Z2 : n * (C * (P * K)) <= n * ((m + 1) * d)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (N : n * d <= C * d) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (T0 : 0 <= t * P) by (apply Z.mul_nonneg_nonneg; lia).
  assert (T1 : t * P <= K * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (L : S * d <= n * (P * K)) by (apply (Z.mul_le_mono_pos_r _ _ C); [exact HC |]; lia).
  assert (U : n * (P * K) < (S + e + 1) * d) by (apply (Z.mul_lt_mono_pos_r C); [exact HC |]; lia).
  lia.
Qed.

(** A product of two halves each, cut to what the sum keeps of it. *)
Lemma sum_of_products : forall a1 a0 m1 m0, 0 <= a1 < B52 -> 0 <= a0 < B52 -> 0 <= m1 < B52 -> 0 <= m0 < B52 ->
  let S := a1 * m1 + a1 * m0 / B52 + a0 * m1 / B52 in
  S * B104 <= (a1 * B52 + a0) * (m1 * B52 + m0) < (S + 3) * B104.
Proof.
  intros a1 a0 m1 m0 A1 A0 M1 M0. cbv zeta.
  pose proof (div_mul_le (a1 * m0) B52 eq_refl). pose proof (div_mul_le (a0 * m1) B52 eq_refl).
  set (x := a1 * m0 / B52) in *. set (y := a0 * m1 / B52) in *.
  assert (0 <= a0 * m0 < B104) by nia.
  replace ((a1 * B52 + a0) * (m1 * B52 + m0)) with (a1 * m1 * B104 + (a1 * m0 + a0 * m1) * B52 + a0 * m0) by ring.
  lia.
Qed.

Theorem modulo_quotient_digests_exact : forall d high low, has_quotient d -> word64 high -> word64 low ->
  modulo_quotient_digests d (quotient52 d / B52) (quotient52 d mod B52) high low = (high * B64 + low) mod d.
Proof.
  intros d high low H Hh Hl. destruct (bits_of d H) as (Hb & Hp & Hm). destruct H as [H _].
  unfold quotient52_max, fraction52_max in H. unfold modulo_quotient_digests, madd52_high, madd52_low.
  rewrite limb_of_bits_24 by assumption. unfold srl_by, sll_by.
  destruct (Z.gtb_spec (bits d - 25) 63); [lia |]. destruct (Z.gtb_spec (77 - bits d) 63); [lia |].
  unfold srl, sll64, add64, word64 in *. change (2 ^ 12) with 4096.
  pose proof (Z.div_mod (quotient52 d) B52 ltac:(lia)) as M. pose proof (Z.mod_pos_bound (quotient52 d) B52 ltac:(lia)) as M0.
  assert (M1 : 0 <= quotient52 d / B52 < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  pose proof (div_mul_le (2 ^ (103 + bits d)) d ltac:(lia)) as F. fold (quotient52 d) in F.
  set (m1 := quotient52 d / B52) in *. set (m0 := quotient52 d mod B52) in *. set (m := quotient52 d) in *.
  pose proof (Z.div_mod high 4096 ltac:(lia)) as DH. pose proof (Z.mod_pos_bound high 4096 ltac:(lia)) as BH.
  pose proof (Z.div_mod low 16777216 ltac:(lia)) as DL. pose proof (Z.mod_pos_bound low 16777216 ltac:(lia)) as BL.
  assert (A1 : 0 <= high / 4096 < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  assert (L40 : 0 <= low / 16777216 < 1099511627776) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (a1 := high / 4096) in *. set (a0 := low / 16777216 + high mod 4096 * 1099511627776).
  assert (A0 : 0 <= a0 < B52) by (unfold a0; lia).
  rewrite (Z.mod_small a1), (Z.mod_small m1), (Z.mod_small m0) by lia.
  pose proof (sum_of_products a1 a0 m1 m0 A1 A0 M1 M0) as X. cbv zeta in X.
  assert (P11 : 0 <= a1 * m1 / B52 < B52) by (split; [apply Z.div_pos; nia | apply Z.div_lt_upper_bound; nia]).
  assert (P10 : 0 <= a1 * m0 / B52 < B52) by (split; [apply Z.div_pos; nia | apply Z.div_lt_upper_bound; nia]).
  assert (P01 : 0 <= a0 * m1 / B52 < B52) by (split; [apply Z.div_pos; nia | apply Z.div_lt_upper_bound; nia]).
  pose proof (Z.div_mod (a1 * m1) B52 ltac:(lia)) as D11. pose proof (Z.mod_pos_bound (a1 * m1) B52 ltac:(lia)) as B11.
  set (h10 := a1 * m0 / B52) in *. set (h01 := a0 * m1 / B52) in *.
  set (h11 := a1 * m1 / B52) in *. set (l11 := (a1 * m1) mod B52) in *.
  rewrite !Z.add_0_l, (Z.mod_small h11), (Z.mod_small l11), (Z.mod_small (l11 + h10)), (Z.mod_small (l11 + h10 + h01)) by lia.
  set (S := a1 * m1 + h10 + h01) in *.
  (* The sum in units of 1 / P. *)
  set (P := 2 ^ (bits d - 25)).
  assert (HP : 0 < P) by (apply Z.pow_pos_nonneg; lia).
  assert (E52 : 2 ^ (77 - bits d) * P = B52).
  { unfold P. rewrite <- Z.pow_add_r by lia. replace (77 - bits d + (bits d - 25)) with 52 by lia. reflexivity. }
  assert (EP : 2 ^ (bits d - 1) = P * 16777216).
  { unfold P. change 16777216 with (2 ^ 24). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (EM : 2 ^ (103 + bits d) = B104 * (P * 16777216)).
  { rewrite <- EP. change B104 with (2 ^ 104). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (Q : ((h11 * 2 ^ (77 - bits d)) mod B64 + (l11 + h10 + h01) / P) mod B64 = (S / P) mod B64).
  { rewrite Z.add_mod_idemp_l by lia. f_equal. rewrite <- Z.div_add_l by lia. f_equal. unfold S. nia. }
  rewrite Q. replace low with ((high * B64 + low) mod B64) at 1 by (apply mod_unique with high; lia).
  set (n := a1 * B52 + a0) in *. set (t := low mod 16777216) in *.
  assert (EN : high * B64 + low = n * 16777216 + t) by (unfold n, a0; lia).
  rewrite EP in Hp. rewrite EM in F. rewrite <- M in X || (replace (m1 * B52 + m0) with m in X by lia).
  assert (B : 0 <= n <= B104) by (unfold n; lia).
  assert (HS : 0 <= S) by (unfold S; lia).
  apply estimate_exact; unfold quotient52_max; try lia.
  rewrite EN. apply (estimate_short d P 16777216 B104 m n t S 3); lia.
Qed.

(** ** Integers *)

(* simd/kernels/modulo_quotient.h:
V_INLINE vec64 modulo_quotient_integers(const struct modulo_quotient *by, vec64 n) {
  const vec64 product = v64_madd52_high(v64_set1(0), v64_srl(n, 12), by->high);
  return modulo_of_quotient(by, n, v64_srl_by(product, by->bits - 13));
} *)
Definition modulo_quotient_integers d m1 n :=
  let product := madd52_high 0 (srl n 12) m1 in
  modulo_of_quotient d n (srl_by product (bits d - 13)).

Theorem modulo_quotient_integers_exact : forall d n, has_quotient d -> word64 n ->
  modulo_quotient_integers d (quotient52 d / B52) n = n mod d.
Proof.
  intros d n H Hn. destruct (bits_of d H) as (Hb & Hp & Hm). destruct H as [H _].
  unfold quotient52_max, fraction52_max in H. unfold modulo_quotient_integers, madd52_high, srl_by, srl, word64 in *.
  destruct (Z.gtb_spec (bits d - 13) 63); [lia |]. change (2 ^ 12) with 4096.
  pose proof (Z.div_mod n 4096 ltac:(lia)) as DN. pose proof (Z.mod_pos_bound n 4096 ltac:(lia)) as BN.
  assert (U : 0 <= n / 4096 < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (u := n / 4096) in *. set (t := n mod 4096) in *.
  set (P := 2 ^ (bits d - 13)).
  assert (HP : 0 < P) by (apply Z.pow_pos_nonneg; lia).
  assert (EP : 2 ^ (bits d - 1) = P * 4096).
  { unfold P. change 4096 with (2 ^ 12). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (EM : 2 ^ (103 + bits d) = B104 * (P * 4096)).
  { rewrite <- EP. change B104 with (2 ^ 104). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  assert (F : quotient52 d / B52 * d <= B52 * (P * 4096) < (quotient52 d / B52 + 1) * d).
  { unfold quotient52. rewrite EM, Z.div_div by lia.
    replace (B104 * (P * 4096)) with (B52 * (P * 4096) * B52) by ring. rewrite Z.div_mul_cancel_r by lia.
    apply div_mul_le. lia. }
  assert (M1 : 0 <= quotient52 d / B52 < B52) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (m := quotient52 d / B52) in *. rewrite EP in Hp.
  rewrite (Z.mod_small u), (Z.mod_small m) by lia. pose proof (div_mul_le (u * m) B52 eq_refl) as X.
  assert (HS : 0 <= u * m / B52 < B52) by (split; [apply Z.div_pos; nia | apply Z.div_lt_upper_bound; nia]).
  set (S := u * m / B52) in *. rewrite Z.add_0_l, (Z.mod_small S) by lia.
  assert (HQ : 0 <= S / P < B64) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; nia]).
  replace n with (n mod B64) at 1 by (apply Z.mod_small; lia). rewrite <- (Z.mod_small (S / P) B64) by lia.
  apply estimate_exact; unfold quotient52_max; try lia.
  pose proof (estimate_short d P 4096 B52 m u t S 1 ltac:(lia) HP ltac:(lia) ltac:(lia) BN ltac:(lia) F ltac:(lia)) as Y.
  rewrite (Z.mul_comm u), <- DN in Y. lia.
Qed.

Print Assumptions init_quotient52_exact.
Print Assumptions modulo_quotient_digests_exact.
Print Assumptions modulo_quotient_integers_exact.
