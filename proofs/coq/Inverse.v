(** Division by an inverse (Granlund, Montgomery 1994): which multipliers give the quotient of every n below
    2^bits, and that the forms in simd/kernels/modulo.h compute it, for 32-bit and for 64-bit n. *)
Require Import Rowkey.Words.

(** multiplier, shift and wide of src/kernels/divisor.h; of a wide inverse the highest bit, 2^bits, is not stored. *)
Record constants := { multiplier : Z; shift : Z; wide : bool }.

(** What tests/exhaustive/divisor_certificates.c checks again of the C's own constants. *)
Definition certificate bits d (c : constants) :=
  let s := bits + shift c + (if wide c then 1 else 0) in
  0 <= multiplier c < 2 ^ bits /\ 0 <= shift c < bits /\
  0 <= ((if wide c then 2 ^ bits else 0) + multiplier c) * d - 2 ^ s <= 2 ^ (s - bits).

Lemma inverse_divides : forall d n e s bits M, 0 < d -> 0 <= bits <= s -> 0 <= n < 2 ^ bits ->
  M * d = 2 ^ s + e -> 0 <= e <= 2 ^ (s - bits) -> n * M / 2 ^ s = n / d.
Proof.
  intros d n e s bits M Hd Hb Hn HM He.
  assert (P : 2 ^ (s - bits) * 2 ^ bits = 2 ^ s) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  pose proof (Z.div_mod n d ltac:(lia)) as D. pose proof (Z.mod_pos_bound n d Hd) as R.
  set (q := n / d) in *. set (r := n mod d) in *. set (S := 2 ^ s) in *.
  apply div_unique; [lia |].
  assert (ne : 0 <= n * e < S) by nia.
  assert (E : n * M * d = n * S + n * e) by nia.
  assert (0 <= r * S + n * e < d * S) by nia.
  assert (n * M * d = (q * S) * d + (r * S + n * e)) by (rewrite E, D at 1; ring).
  split; [apply (Z.mul_le_mono_pos_r _ _ d) | apply (Z.mul_lt_mono_pos_r d)]; lia.
Qed.

(** The form with a subtraction, for an inverse of bits + 1 bits: no step of it leaves the word. *)
Definition quotient bits (c : constants) n :=
  let high := srl (multiplier c * n) bits in
  srl (if wide c then srl (n - high) 1 + high else high) (shift c).

Lemma quotient_exact : forall bits d c n, 0 < bits -> 0 < d -> certificate bits d c -> 0 <= n < 2 ^ bits ->
  quotient bits c n = n / d /\ 0 <= srl (multiplier c * n) bits <= n.
Proof.
  intros bits d [m s w] n Hb Hd (Hm & Hs & He) Hn. unfold quotient, srl. cbn [multiplier shift wide] in *.
  assert (P : 0 < 2 ^ bits) by lia. assert (0 < 2 ^ s) by (apply Z.pow_pos_nonneg; lia).
  pose proof (div_mul_le (m * n) (2 ^ bits) P) as F. set (h := m * n / 2 ^ bits) in *.
  assert (B : 0 <= h <= n) by nia. split; [| exact B]. destruct w.
  - replace (n * (2 ^ bits + m)) with (m * n + n * 2 ^ bits) in * by ring.
    rewrite <- (inverse_divides d n ((2 ^ bits + m) * d - 2 ^ (bits + s + 1)) (bits + s + 1) bits (2 ^ bits + m)) by lia.
    replace (bits + s + 1) with (bits + (1 + s)) by lia. rewrite (Z.pow_add_r 2 bits), (Z.pow_add_r 2 1) by lia.
    rewrite <- !Z.div_div by lia.
    replace (n * (2 ^ bits + m)) with (m * n + n * 2 ^ bits) by ring. rewrite Z.div_add by lia. fold h.
    f_equal. rewrite <- Z.div_add by lia. f_equal. lia.
  - rewrite <- (inverse_divides d n (m * d - 2 ^ (bits + s + 0)) (bits + s + 0) bits m) by lia.
    rewrite Z.add_0_r, Z.pow_add_r, <- Z.div_div by lia. f_equal. unfold h. f_equal. lia.
Qed.

Lemma remainder_below : forall n d, 0 <= n -> 0 < d -> 0 <= n / d * d <= n.
Proof. intros. pose proof (div_mul_le n d). assert (0 <= n / d) by (apply Z.div_pos; lia). nia. Qed.

(** ** 32-bit lanes *)

(* simd/kernels/modulo.h:
V_INLINE vec32 modulo_u32_lanes(vec32 n, vec32 multiplier, vec32 d, uint32_t shift, bool wide) {
  const vec32 high = v32_mul_hi_by(n, multiplier);
  const vec32 sum = wide ? v32_add(v32_srl1(v32_sub(n, high)), high) : high;
  return v32_sub(n, v32_mul_lo(v32_srl_by(sum, shift), d));
} *)
(* simd/lanes/scalar.h: V_INLINE vec32 v32_srl1(vec32 x) { return x >> 1; } *)
(* simd/lanes/scalar.h: V_INLINE vec32 v32_srl_by(vec32 x, uint32_t n) { return x >> n; } *)
Definition modulo_u32_lanes n d (c : constants) :=
  let high := mul_hi32 n (multiplier c) in
  let sum := if wide c then add32 (srl (sub32 n high) 1) high else high in
  sub32 n (mul32 (srl sum (shift c)) d).

Theorem modulo_u32_lanes_exact : forall n d c, word32 n -> 0 < d < B32 -> certificate 32 d c ->
  modulo_u32_lanes n d c = n mod d.
Proof.
  intros n d c Hn Hd Hc. pose proof (quotient_exact 32 d c n ltac:(lia) ltac:(lia) Hc Hn) as [Q H].
  unfold word32, modulo_u32_lanes, quotient, mul_hi32, add32, sub32, mul32 in *.
  rewrite (Z.mul_comm n (multiplier c)). set (h := srl (multiplier c * n) 32) in *.
  assert (E : (if wide c then (srl ((n - h) mod B32) 1 + h) mod B32 else h)
              = (if wide c then srl (n - h) 1 + h else h)).
  { destruct (wide c); [| reflexivity]. rewrite (Z.mod_small (n - h)) by lia. apply Z.mod_small.
    unfold srl. pose proof (div_mul_le (n - h) (2 ^ 1) eq_refl). lia. }
  rewrite E, Q. pose proof (remainder_below n d ltac:(lia) ltac:(lia)). pose proof (Z.div_mod n d).
  pose proof (Z.mod_pos_bound n d). rewrite (Z.mod_small (n / d * d)), Z.mod_small by lia. lia.
Qed.

(** ** 64-bit lanes *)

(* simd/kernels/modulo.h:
    case MODULO_INVERSE32:
    case MODULO_WIDE_INVERSE32: {
      const vec64 high = v64_srl(v64_mul_u32_by(n, by->multiplier), 32);
      const vec64 sum = scheme == MODULO_INVERSE32 ? high : v64_add(v64_srl(v64_sub(n, high), 1), high);
      return v64_sub(n, v64_mul_u32_by(v64_srl_by(sum, by->shift), by->d));
    } *)
Definition modulo_inverse32 n d (c : constants) :=
  let high := srl (mul_u32 n (multiplier c)) 32 in
  let sum := if wide c then add64 (srl (sub64 n high) 1) high else high in
  sub64 n (mul_u32 (srl_by sum (shift c)) d).

Theorem modulo_inverse32_exact : forall n d c, word32 n -> 0 < d < B32 -> certificate 32 d c ->
  modulo_inverse32 n d c = n mod d.
Proof.
  intros n d c Hn Hd Hc. pose proof (quotient_exact 32 d c n ltac:(lia) ltac:(lia) Hc Hn) as [Q H].
  destruct Hc as (Hm & Hs & _). change (2 ^ 32) with B32 in Hm.
  unfold word32, modulo_inverse32, quotient, add64, sub64, mul_u32, srl_by in *.
  rewrite (Z.mod_small n B32), (Z.mod_small (multiplier c)) by lia.
  rewrite (Z.mul_comm n (multiplier c)). set (h := srl (multiplier c * n) 32) in *.
  assert (E : (if wide c then (srl ((n - h) mod B64) 1 + h) mod B64 else h)
              = (if wide c then srl (n - h) 1 + h else h)).
  { destruct (wide c); [| reflexivity]. rewrite (Z.mod_small (n - h)) by lia. apply Z.mod_small.
    unfold srl. pose proof (div_mul_le (n - h) (2 ^ 1) eq_refl). lia. }
  rewrite E. destruct (Z.gtb_spec (shift c) 63); [lia |]. rewrite Q.
  pose proof (remainder_below n d ltac:(lia) ltac:(lia)). pose proof (Z.div_mod n d).
  pose proof (Z.mod_pos_bound n d). assert (0 <= n / d <= n) by (split; [apply Z.div_pos; lia | nia]).
  rewrite (Z.mod_small (n / d)), (Z.mod_small d), Z.mod_small by lia. lia.
Qed.

(** The products of 64 bits that an instruction set without them makes of four of 32 bits. *)
(* simd/lanes/generic.h:
V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 invariant) {
  const vec64 cross =
      v64_add(v64_mul_u32_by(v64_srl(a, 32), invariant), v64_mul_u32_by(a, v64_srl(invariant, 32)));
  return v64_add(v64_mul_u32_by(a, invariant), v64_sll(cross, 32));
} *)
Definition mul_lo_by a b :=
  let cross := add64 (mul_u32 (srl a 32) b) (mul_u32 a (srl b 32)) in
  add64 (mul_u32 a b) (sll64 cross 32).

(* simd/lanes/generic.h:
V_INLINE vec64 v64_mul_hi_by(vec64 a, vec64 invariant) {
  const vec64 a1 = v64_srl(a, 32), b1 = v64_srl(invariant, 32), low32 = v64_set1(UINT32_MAX);
  const vec64 middle = v64_add(v64_mul_u32_by(a1, invariant), v64_srl(v64_mul_u32_by(a, invariant), 32));
  const vec64 other = v64_add(v64_mul_u32_by(a, b1), v64_and(middle, low32));
  return v64_add(v64_mul_u32_by(a1, b1), v64_add(v64_srl(middle, 32), v64_srl(other, 32)));
} *)
(* src/shared/wide.h:
  const uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t other = a0 * b1 + (uint32_t)middle;
  *low = a * b;
  return a1 * b1 + (middle >> 32) + (other >> 32); *)
Definition mul_hi_by a b :=
  let a1 := srl a 32 in
  let b1 := srl b 32 in
  let middle := add64 (mul_u32 a1 b) (srl (mul_u32 a b) 32) in
  let other := add64 (mul_u32 a b1) (Z.land middle (2 ^ 32 - 1)) in
  add64 (mul_u32 a1 b1) (add64 (srl middle 32) (srl other 32)).

Lemma halves : forall a, word64 a -> exists a0 a1, a = a1 * B32 + a0 /\ a mod B32 = a0 /\ srl a 32 = a1 /\
  a1 mod B32 = a1 /\ word32 a0 /\ word32 a1.
Proof.
  intros a Ha. exists (a mod B32), (a / B32). unfold word64, word32, srl in *. change (2 ^ 32) with B32.
  pose proof (Z.div_mod a B32). pose proof (Z.mod_pos_bound a B32).
  assert (0 <= a / B32 < B32) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  rewrite (Z.mod_small (a / B32)) by lia. lia.
Qed.

Theorem mul_lo_by_exact : forall a b, word64 a -> word64 b -> mul_lo_by a b = (a * b) mod B64.
Proof.
  intros a b Ha Hb. destruct (halves a Ha) as (a0 & a1 & -> & A0 & A1 & A1m & Wa0 & Wa1).
  destruct (halves b Hb) as (b0 & b1 & -> & B0 & B1 & B1m & Wb0 & Wb1).
  unfold mul_lo_by, mul_u32. rewrite A0, A1, B0, B1, A1m, B1m. unfold add64, sll64. change (2 ^ 32) with B32.
  rewrite Z.add_mod_idemp_r by lia.
  rewrite <- (Z.add_mod_idemp_r (a0 * b0)) by lia.
  rewrite Z.mul_mod_idemp_l, Z.add_mod_idemp_r by lia.
  symmetry. apply mod_unique with (a1 * b1 + (a0 * b0 + (a1 * b0 + a0 * b1) * B32) / B64).
  - apply Z.mod_pos_bound. lia.
  - pose proof (Z.div_mod (a0 * b0 + (a1 * b0 + a0 * b1) * B32) B64). lia.
Qed.

(** With a 128-bit type it is that quotient by definition. *)
(* src/shared/wide.h:
  const unsigned __int128 product = (unsigned __int128)a * b;
  *low = (uint64_t)product;
  return (uint64_t)(product >> 64); *)
(* simd/lanes/scalar.h:
V_INLINE vec64 v64_mul_hi_by(vec64 a, vec64 invariant) {
  uint64_t low;
  return wide_multiply(a, invariant, &low);
} *)
Theorem mul_hi_by_exact : forall a b, word64 a -> word64 b -> mul_hi_by a b = a * b / B64.
Proof.
  intros a b Ha Hb. destruct (halves a Ha) as (a0 & a1 & -> & A0 & A1 & A1m & Wa0 & Wa1).
  destruct (halves b Hb) as (b0 & b1 & -> & B0 & B1 & B1m & Wb0 & Wb1).
  unfold mul_hi_by, mul_u32. rewrite A0, A1, B0, B1, A1m, B1m. rewrite and_ones by lia.
  unfold add64, srl, word32 in *. change (2 ^ 32) with B32.
  assert (P00 : 0 <= a0 * b0 <= 4294967295 * 4294967295) by nia.
  assert (P01 : 0 <= a0 * b1 <= 4294967295 * 4294967295) by nia.
  assert (P10 : 0 <= a1 * b0 <= 4294967295 * 4294967295) by nia.
  assert (P11 : 0 <= a1 * b1 <= 4294967295 * 4294967295) by nia.
  replace ((a1 * B32 + a0) * (b1 * B32 + b0)) with (a1 * b1 * B64 + (a1 * b0 + a0 * b1) * B32 + a0 * b0) by ring.
  set (x := a0 * b0) in *. set (y := a0 * b1) in *. set (z := a1 * b0) in *. set (w := a1 * b1) in *.
  pose proof (Z.div_mod x B32 ltac:(lia)). pose proof (Z.mod_pos_bound x B32 ltac:(lia)).
  set (xh := x / B32) in *. set (xl := x mod B32) in *.
  rewrite !(Z.mod_small (z + xh)) by lia.
  pose proof (Z.div_mod (z + xh) B32 ltac:(lia)). pose proof (Z.mod_pos_bound (z + xh) B32 ltac:(lia)).
  set (mh := (z + xh) / B32) in *. set (ml := (z + xh) mod B32) in *.
  rewrite !(Z.mod_small (y + ml)) by lia.
  pose proof (Z.div_mod (y + ml) B32 ltac:(lia)). pose proof (Z.mod_pos_bound (y + ml) B32 ltac:(lia)).
  set (oh := (y + ml) / B32) in *. set (ol := (y + ml) mod B32) in *.
  rewrite (Z.mod_small (mh + oh)) by lia. rewrite Z.mod_small by lia.
  symmetry. apply div_unique; lia.
Qed.

(* simd/kernels/modulo.h:
    default: {
      const vec64 high = v64_mul_hi_by(n, by->multiplier);
      const vec64 sum = scheme == MODULO_WIDE_INVERSE ? v64_add(v64_srl(v64_sub(n, high), 1), high) : high;
      return v64_sub(n, v64_mul_lo_by(v64_srl_by(sum, by->shift), by->d));
    } *)
Definition modulo_inverse64 n d (c : constants) :=
  let high := mul_hi_by n (multiplier c) in
  let sum := if wide c then add64 (srl (sub64 n high) 1) high else high in
  sub64 n (mul_lo_by (srl_by sum (shift c)) d).

Theorem modulo_inverse64_exact : forall n d c, word64 n -> 0 < d < B64 -> certificate 64 d c ->
  modulo_inverse64 n d c = n mod d.
Proof.
  intros n d c Hn Hd Hc. pose proof (quotient_exact 64 d c n ltac:(lia) ltac:(lia) Hc Hn) as [Q H].
  destruct Hc as (Hm & Hs & _). change (2 ^ 64) with B64 in Hm.
  unfold word64, modulo_inverse64, quotient in *. rewrite mul_hi_by_exact by (unfold word64; lia).
  unfold add64, sub64, srl_by.
  rewrite (Z.mul_comm n (multiplier c)). change (multiplier c * n / B64) with (srl (multiplier c * n) 64).
  set (h := srl (multiplier c * n) 64) in *.
  assert (E : (if wide c then (srl ((n - h) mod B64) 1 + h) mod B64 else h)
              = (if wide c then srl (n - h) 1 + h else h)).
  { destruct (wide c); [| reflexivity]. rewrite (Z.mod_small (n - h)) by lia. apply Z.mod_small.
    unfold srl. pose proof (div_mul_le (n - h) (2 ^ 1) eq_refl). lia. }
  rewrite E. destruct (Z.gtb_spec (shift c) 63); [lia |]. rewrite Q.
  pose proof (remainder_below n d ltac:(lia) ltac:(lia)). pose proof (Z.div_mod n d).
  pose proof (Z.mod_pos_bound n d). assert (0 <= n / d <= n) by (split; [apply Z.div_pos; lia | nia]).
  rewrite mul_lo_by_exact by (unfold word64; lia).
  rewrite (Z.mod_small (n / d * d)), Z.mod_small by lia. lia.
Qed.

Print Assumptions modulo_u32_lanes_exact.
Print Assumptions modulo_inverse32_exact.
Print Assumptions modulo_inverse64_exact.
Print Assumptions mul_hi_by_exact.
Print Assumptions mul_lo_by_exact.
