(** Machine words as integers: what the lane contract's operations (simd/lanes/scalar.h) do to one lane, with
    their wrap-around, and the few facts about them that all proofs share. *)
Require Export ZArith Lia.
Open Scope Z_scope.

Notation B32 := 4294967296.
Notation B52 := 4503599627370496.
Notation B63 := 9223372036854775808.
Notation B64 := 18446744073709551616.
Notation B128 := 340282366920938463463374607431768211456.

Definition word32 (x : Z) := 0 <= x < B32.
Definition word64 (x : Z) := 0 <= x < B64.

(* simd/lanes/scalar.h: V_INLINE vec64 v64_add(vec64 a, vec64 b) { return a + b; } *)
Definition add64 a b := (a + b) mod B64.
(* simd/lanes/scalar.h: V_INLINE vec64 v64_sub(vec64 a, vec64 b) { return a - b; } *)
Definition sub64 a b := (a - b) mod B64.
(* simd/lanes/scalar.h: V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 invariant) { return a * invariant; } *)
Definition mul64 a b := (a * b) mod B64.
(* simd/lanes/scalar.h: #define v64_srl(x, n) ((x) >> (n)) *)
Definition srl x n := x / 2 ^ n.
(* simd/lanes/scalar.h: #define v64_sll(x, n) ((x) << (n)) *)
Definition sll64 x n := (x * 2 ^ n) mod B64.
(* simd/lanes/scalar.h:
V_INLINE vec64 v64_srl_by(vec64 x, uint32_t n) { return n > 63 ? 0 : x >> n; } *)
Definition srl_by x n := if n >? 63 then 0 else srl x n.
(* simd/lanes/scalar.h:
V_INLINE vec64 v64_mul_u32(vec64 a, vec64 b) { return (uint64_t)(uint32_t)a * (uint32_t)b; } *)
(* simd/lanes/generic.h:
V_INLINE vec64 v64_mul_u32_by(vec64 a, vec64 invariant) { return v64_mul_u32(a, invariant); } *)
Definition mul_u32 a b := (a mod B32) * (b mod B32).
(* simd/lanes/scalar.h: V_INLINE vec32 v32_add(vec32 a, vec32 b) { return a + b; } *)
Definition add32 a b := (a + b) mod B32.
(* simd/lanes/scalar.h: V_INLINE vec32 v32_sub(vec32 a, vec32 b) { return a - b; } *)
Definition sub32 a b := (a - b) mod B32.
(* simd/lanes/scalar.h: V_INLINE vec32 v32_mul_lo(vec32 a, vec32 b) { return a * b; } *)
Definition mul32 a b := (a * b) mod B32.
(* simd/lanes/scalar.h: V_INLINE vec32 v32_mul_hi_by(vec32 a, vec32 invariant) {
  return (vec32)(((uint64_t)a * invariant) >> 32); } *)
Definition mul_hi32 a b := srl (a * b) 32.

(** The instructions of v64_madd52_low and v64_madd52_high: they read 52 bits of each factor, add 52 bits of
    the product, and keep 64 of the sum. *)
(* simd/lanes/avx512.h:
V_INLINE vec64 v64_madd52_low(vec64 sum, vec64 a, vec64 b) { return _mm512_madd52lo_epu64(sum, a, b); } *)
Definition madd52_low sum a b := (sum + ((a mod B52) * (b mod B52)) mod B52) mod B64.
(* simd/lanes/avx512.h:
V_INLINE vec64 v64_madd52_high(vec64 sum, vec64 a, vec64 b) { return _mm512_madd52hi_epu64(sum, a, b); } *)
Definition madd52_high sum a b := (sum + ((a mod B52) * (b mod B52)) / B52) mod B64.

Lemma div_unique : forall a b q, 0 < b -> q * b <= a < (q + 1) * b -> a / b = q.
Proof. intros. symmetry. apply Z.div_unique with (a - q * b); lia. Qed.

Lemma mod_unique : forall a b q r, 0 <= r < b -> a = q * b + r -> a mod b = r.
Proof. intros. symmetry. apply Z.mod_unique with q; lia. Qed.

Lemma div_mul_le : forall a b, 0 < b -> (a / b) * b <= a < (a / b + 1) * b.
Proof. intros. pose proof (Z.div_mod a b). pose proof (Z.mod_pos_bound a b). lia. Qed.

Lemma or_disjoint : forall a b n, 0 <= n -> 0 <= a < 2 ^ n -> Z.lor a (b * 2 ^ n) = a + b * 2 ^ n.
Proof.
  intros a b n Hn Ha.
  assert (E : Z.land a (b * 2 ^ n) = 0).
  { rewrite <- Z.shiftl_mul_pow2 by lia. apply Z.bits_inj'. intros i Hi.
    rewrite Z.land_spec, Z.bits_0. destruct (Z.lt_ge_cases i n).
    - rewrite Z.shiftl_spec_low by lia. apply Bool.andb_false_r.
    - replace (Z.testbit a i) with false; [reflexivity |].
      symmetry. rewrite <- (Z.mod_small a (2 ^ n)) by lia. apply Z.mod_pow2_bits_high; lia. }
  rewrite <- (Z.lxor_lor _ _ E). symmetry. apply Z.add_nocarry_lxor. exact E.
Qed.

Lemma and_ones : forall a n, 0 <= n -> Z.land a (2 ^ n - 1) = a mod 2 ^ n.
Proof. intros. rewrite <- Z.land_ones by lia. f_equal. rewrite Z.ones_equiv. lia. Qed.

(** The carry that a sum of products loses above 2^64 cannot be seen below 2^32 of its upper half. *)
Lemma upper_half_mod : forall x, ((x mod B64) / B32) = (x / B32) mod B32.
Proof.
  intros. pose proof (Z.div_mod x B64). pose proof (Z.mod_pos_bound x B64).
  symmetry. apply mod_unique with (x / B64).
  - split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia.
  - rewrite H at 1 by lia.
    replace (B64 * (x / B64) + x mod B64) with (x mod B64 + (B32 * (x / B64)) * B32) by lia.
    rewrite Z.div_add by lia. lia.
Qed.
