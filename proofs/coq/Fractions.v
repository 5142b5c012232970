(** Remainders from the fraction of N / d (simd/kernels/modulo_fraction.h): with 52-bit multiply-adds for every
    N below 2^128 and every d <= 750599937895082, without them for every d <= 858993459. All sums wrap as the C
    has them: those of the second scheme do pass 2^64. *)
Require Import Rowkey.Words.
Require Import List.
Import ListNotations.

(* src/kernels/divisor.h: #define ROWKEY_FRACTION64_MAX UINT64_C(858993459) *)
Definition fraction64_max := 858993459.
(* src/kernels/divisor.h: #define ROWKEY_FRACTION52_MAX UINT64_C(750599937895082) *)
Definition fraction52_max := 750599937895082.

(** A sum T that falls short of P * frac(N / d) by at most c units, c added, gives the remainder. *)
Lemma remainder_from_fraction : forall P d T c N,
  0 < d -> 0 < P -> c * d < P ->
  T * d <= P * N <= (T + c) * d ->
  ((T + c) mod P * d) / P = N mod d /\ 0 <= (T + c) mod P * d < P * d.
Proof.
  intros P d T c N Hd HP Hc [L U].
  pose proof (Z.div_mod N d) as E. pose proof (Z.mod_pos_bound N d Hd) as B.
  set (m := N mod d) in *. set (q := N / d) in *. rewrite E in L, U by lia.
  assert (G : (T + c) mod P = T + c - P * q).
  { apply mod_unique with q; [| lia].
    assert (0 * d <= (T + c - P * q) * d < P * d) by nia. nia. }
  rewrite G. split; [| nia]. apply div_unique; nia.
Qed.

(** The terms of a sum: what is read of a limb, 2^(limb's place) mod d, and P^2 * that / d. *)
Definition term : Type := (Z * Z)%type.
Definition multiplier P d (t : term) := P * P * snd t / d.
Fixpoint value (ts : list term) := match ts with [] => 0 | t :: r => fst t * snd t + value r end.
Fixpoint products P d (ts : list term) :=
  match ts with [] => 0 | t :: r => fst t * multiplier P d t + products P d r end.
Fixpoint limbs_sum (ts : list term) := match ts with [] => 0 | t :: r => fst t + limbs_sum r end.

Lemma products_bounds : forall P d ts, 0 < d -> 0 < P -> Forall (fun t => 0 <= fst t) ts ->
  P * P * value ts - d * limbs_sum ts <= d * products P d ts <= P * P * value ts.
Proof.
  intros P d ts Hd HP H. induction H as [| t r Ht _ IH]; cbn [value products limbs_sum]; [lia |].
  pose proof (div_mul_le (P * P * snd t) d Hd). unfold multiplier.
  assert (0 <= fst t * (P * P * snd t - d * (P * P * snd t / d)) <= fst t * d) by nia.
  nia.
Qed.

(** ** 52-bit multiply-adds *)

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_limbs(const struct modulo_fraction *by, const vec64 limbs[], int count) {
  vec64 even = v64_set1(6), odd = v64_set1(0);
  for (int k = 0; k < count; k++) {
    even = v64_madd52_low(even, limbs[k], by->high[k]);
    odd = v64_madd52_high(odd, limbs[k], by->low[k]);
  }
  return v64_madd52_high(v64_set1(0), v64_add(even, odd), by->d);
} *)
Fixpoint even_sum (limbs high : list Z) sum :=
  match limbs, high with
  | l :: ls, h :: hs => even_sum ls hs (madd52_low sum l h)
  | _, _ => sum
  end.
Fixpoint odd_sum (limbs low : list Z) sum :=
  match limbs, low with
  | l :: ls, h :: hs => odd_sum ls hs (madd52_high sum l h)
  | _, _ => sum
  end.
Definition modulo_limbs (limbs high low : list Z) (d : Z) :=
  madd52_high 0 (add64 (even_sum limbs high 6) (odd_sum limbs low 0)) d.

(** The constants that FractionConstants.v shows rowkey_divisor_init to make. *)
Definition fraction52 d r := B52 * B52 * r / d.
Definition fraction52_high d r := fraction52 d r / B52.
Definition fraction52_low d r := fraction52 d r mod B52.

Lemma mod_64_52 : forall x, (x mod B64) mod B52 = x mod B52.
Proof. intros. rewrite <- (Znumtheory.Zmod_div_mod B52 B64); try lia. exists 4096. lia. Qed.

Lemma even_sum_mod : forall limbs high s, length limbs = length high ->
  even_sum limbs high s mod B52
  = (s + fold_right Z.add 0 (map (fun p => (fst p mod B52) * snd p) (combine limbs high))) mod B52.
Proof.
  induction limbs as [| l ls IH]; intros [| h hs] s E; try discriminate E; cbn [even_sum combine map fold_right].
  - f_equal; lia.
  - rewrite IH by (injection E; auto). cbn [fst snd]. unfold madd52_low.
    set (R := fold_right _ _ _). rewrite <- (Z.add_mod_idemp_l _ R), mod_64_52 by lia.
    rewrite Z.add_mod_idemp_r by lia.
    rewrite Z.add_mod_idemp_l by lia.
    rewrite <- Z.add_assoc.
    rewrite <- (Z.add_mod_idemp_r s), <- (Z.add_mod_idemp_r s (_ * h + R)) by lia. f_equal. f_equal.
    rewrite <- (Z.add_mod_idemp_l (_ * _) R), <- (Z.add_mod_idemp_l (_ * h) R) by lia.
    f_equal. f_equal. apply Z.mul_mod_idemp_r. lia.
Qed.

Lemma odd_sum_mod : forall limbs low s, length limbs = length low -> Forall (fun c => 0 <= c < B52) low ->
  odd_sum limbs low s mod B52
  = (s + fold_right Z.add 0 (map (fun p => (fst p mod B52) * snd p / B52) (combine limbs low))) mod B52.
Proof.
  induction limbs as [| l ls IH]; intros [| h hs] s E F; try discriminate E; cbn [odd_sum combine map fold_right].
  - f_equal; lia.
  - inversion F as [| ? ? Fh Fs]; subst. rewrite IH by (auto; injection E; auto). cbn [fst snd]. unfold madd52_high.
    rewrite (Z.mod_small h) by lia.
    set (R := fold_right _ _ _). rewrite <- (Z.add_mod_idemp_l _ R), mod_64_52, Z.add_mod_idemp_l by lia.
    f_equal. lia.
Qed.

Lemma split_product : forall a c, a * (c / B52) + a * (c mod B52) / B52 = a * c / B52.
Proof.
  intros. rewrite (Z.div_mod c B52) at 3 by lia.
  replace (a * (B52 * (c / B52) + c mod B52)) with (a * (c mod B52) + (a * (c / B52)) * B52) by lia.
  rewrite Z.div_add by lia. lia.
Qed.

(** The sum of limbs whose terms are ts, before it is multiplied by d. *)
Fixpoint floors d (ts : list term) :=
  match ts with [] => 0 | t :: r => fst t * fraction52 d (snd t) / B52 + floors d r end.

Lemma floors_bounds : forall d ts, floors d ts * B52 <= products B52 d ts
  <= (floors d ts + Z.of_nat (length ts)) * B52.
Proof.
  induction ts as [| t r IH]; cbn [floors products]; [simpl; lia |].
  pose proof (div_mul_le (fst t * fraction52 d (snd t)) B52 eq_refl).
  unfold multiplier. fold (fraction52 d (snd t)). cbn [length]. lia.
Qed.

Lemma limbs_exact : forall d limbs places N,
  1 <= d <= fraction52_max ->
  length limbs = length places -> (length limbs <= 3)%nat ->
  let ts : list term := combine (map (fun l => l mod B52) limbs) places in
  value ts mod d = N mod d ->
  modulo_limbs limbs (map (fraction52_high d) places) (map (fraction52_low d) places) d = N mod d.
Proof.
  intros d limbs places N Hd HL H3 ts HN. unfold fraction52_max in Hd.
  assert (Len : length ts = length limbs).
  { unfold ts. unfold term. rewrite combine_length, map_length. lia. }
  assert (Pos : Forall (fun t : term => 0 <= fst t < B52) ts).
  { apply Forall_forall. intros [a b] I. apply in_combine_l, in_map_iff in I. destruct I as (l & <- & _).
    cbn. apply Z.mod_pos_bound. lia. }
  assert (Sum : add64 (even_sum limbs (map (fraction52_high d) places) 6)
                      (odd_sum limbs (map (fraction52_low d) places) 0) mod B52 = (floors d ts + 6) mod B52).
  { unfold add64. rewrite mod_64_52, Z.add_mod, even_sum_mod, odd_sum_mod, <- Z.add_mod by
      (try rewrite map_length; try lia;
       try (apply Forall_map, Forall_forall; intros; apply Z.mod_pos_bound; lia)).
    f_equal. clear HN Len H3 Pos. unfold ts. clear ts. revert places HL.
    assert (K : forall ls ps, length ls = length ps ->
      fold_right Z.add 0 (map (fun p => (fst p mod B52) * snd p) (combine ls (map (fraction52_high d) ps)))
      + fold_right Z.add 0 (map (fun p => (fst p mod B52) * snd p / B52) (combine ls (map (fraction52_low d) ps)))
      = floors d (combine (map (fun l => l mod B52) ls) ps)).
    { induction ls as [| l ls IH]; intros [| p ps] E; try discriminate E; cbn [map combine fold_right floors]; [lia |].
      cbn [fst snd]. rewrite <- IH by (injection E; auto).
      rewrite <- (split_product (l mod B52) (fraction52 d p)). unfold fraction52_high, fraction52_low. lia. }
    intros places HL. rewrite <- K by assumption. lia. }
  unfold modulo_limbs. unfold madd52_high at 1. rewrite Sum, (Z.mod_small d B52) by lia.
  assert (Nonneg : Forall (fun t : term => 0 <= fst t) ts).
  { eapply Forall_impl; [| exact Pos]. cbn. lia. }
  pose proof (products_bounds B52 d ts ltac:(lia) ltac:(lia) Nonneg) as PB.
  pose proof (floors_bounds d ts) as FB. rewrite Len in FB.
  assert (LS : limbs_sum ts <= 3 * B52).
  { assert (A : limbs_sum ts <= B52 * Z.of_nat (length ts)).
    { clear - Pos. induction Pos as [| t r Ht _ IH]; cbn [limbs_sum length]; lia. }
    lia. }
  assert (Z.of_nat (length limbs) <= 3) by lia.
  destruct (remainder_from_fraction B52 d (floors d ts) 6 (value ts)) as [E _]; try lia.
  { split; nia. }
  rewrite Z.add_0_l, Z.mod_small; rewrite E; [exact HN |].
  pose proof (Z.mod_pos_bound (value ts) d). lia.
Qed.

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_fraction_digests(const struct modulo_fraction *by, const uint8_t *digests) {
  vec64 high, low;
  v64_load_digests(digests, &high, &low);
  const vec64 limbs[3] = {low, v64_or(v64_srl(low, 52), v64_sll(high, 12)), v64_srl(high, 40)};
  return modulo_limbs(by, limbs, 3);
} *)
Definition modulo_fraction52_digests d high low :=
  let places := [1 mod d; 2 ^ 52 mod d; 2 ^ 104 mod d] in
  modulo_limbs [low; Z.lor (srl low 52) (sll64 high 12); srl high 40]
    (map (fraction52_high d) places) (map (fraction52_low d) places) d.

Lemma middle_limb : forall high low, word64 high -> word64 low ->
  Z.lor (srl low 52) (sll64 high 12) = low / B52 + (high mod B52) * 4096.
Proof.
  intros high low Hh Hl. unfold srl, sll64, word64 in *.
  replace ((high * 2 ^ 12) mod B64) with ((high mod B52) * 2 ^ 12).
  2:{ symmetry. apply mod_unique with (high / B52). pose proof (Z.mod_pos_bound high B52); lia.
      pose proof (Z.div_mod high B52). lia. }
  rewrite or_disjoint; change (2 ^ 52) with B52; change (2 ^ 12) with 4096; try lia.
  split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia.
Qed.

Theorem modulo_fraction52_digests_exact : forall d high low,
  1 <= d <= fraction52_max -> word64 high -> word64 low ->
  modulo_fraction52_digests d high low = (high * B64 + low) mod d.
Proof.
  intros d high low Hd Hh Hl. unfold modulo_fraction52_digests.
  apply limbs_exact; [exact Hd | reflexivity | simpl; lia |].
  cbn [map combine value fst snd]. rewrite middle_limb by assumption. unfold srl, word64 in *.
  change (2 ^ 40) with 1099511627776. change (2 ^ 52) with B52. change (2 ^ 104) with (B52 * B52).
  pose proof (Z.div_mod low B52). pose proof (Z.mod_pos_bound low B52).
  pose proof (Z.div_mod high B52). pose proof (Z.mod_pos_bound high B52).
  pose proof (Z.div_mod high 1099511627776). pose proof (Z.mod_pos_bound high 1099511627776).
  assert (0 <= high / 1099511627776 < 16777216).
  { split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia. }
  assert (M : (low / B52 + high mod B52 * 4096) mod B52 = low / B52 + (high mod 1099511627776) * 4096).
  { assert (0 <= low / B52 < 4096) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
    assert (high mod B52 mod 1099511627776 = high mod 1099511627776) as X.
    { rewrite <- (Znumtheory.Zmod_div_mod 1099511627776 B52); try lia. exists 4096. lia. }
    pose proof (Z.div_mod (high mod B52) 1099511627776). apply mod_unique with (high mod B52 / 1099511627776); lia. }
  rewrite M, (Z.mod_small (high / 1099511627776)) by lia.
  rewrite Z.add_0_r.
  replace (high * B64 + low) with
    (low mod B52 * 1 + ((low / B52 + high mod 1099511627776 * 4096) * B52
     + high / 1099511627776 * (B52 * B52))) by lia.
  set (a := low mod B52). set (b := low / B52 + _). set (c := high / 1099511627776).
  rewrite (Z.add_mod (a * 1)), (Z.add_mod (b * B52)) by lia.
  rewrite (Z.add_mod (a * (1 mod d))), (Z.add_mod (b * (B52 mod d))) by lia.
  rewrite !Z.mul_mod_idemp_r by lia. reflexivity.
Qed.

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_fraction_integers(const struct modulo_fraction *by, vec64 n) {
  const vec64 limbs[2] = {n, v64_srl(n, 52)};
  return modulo_limbs(by, limbs, 2);
} *)
Definition modulo_fraction52_integers d n :=
  let places := [1 mod d; 2 ^ 52 mod d] in
  modulo_limbs [n; srl n 52] (map (fraction52_high d) places) (map (fraction52_low d) places) d.

Theorem modulo_fraction52_integers_exact : forall d n,
  1 <= d <= fraction52_max -> word64 n -> modulo_fraction52_integers d n = n mod d.
Proof.
  intros d n Hd Hn. unfold modulo_fraction52_integers.
  apply limbs_exact; [exact Hd | reflexivity | simpl; lia |].
  cbn [map combine value fst snd]. unfold srl, word64 in *. change (2 ^ 52) with B52.
  assert (0 <= n / B52 < 4096) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  rewrite (Z.mod_small (n / B52)), Z.add_0_r by lia.
  pose proof (Z.div_mod n B52).
  replace (n mod d) with ((n mod B52 * 1 + n / B52 * B52) mod d) by (f_equal; lia).
  rewrite (Z.add_mod (n mod B52 * 1)), (Z.add_mod (n mod B52 * (1 mod d))) by lia.
  rewrite !Z.mul_mod_idemp_r by lia. reflexivity.
Qed.

(** ** 32-bit products *)

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_limbs(const struct modulo_fraction *by, const vec64 limbs[], int count) {
  vec64 sum_low = v64_set1(0), sum_high = v64_set1(5);
  for (int k = 0; k < count; k++) {
    sum_low = v64_add(sum_low, v64_mul_u32_by(limbs[k], by->low[k]));
    sum_high = v64_add(sum_high, v64_mul_u32_by(limbs[k], by->high[k]));
  }
  return modulo_of_sums(by, sum_low, sum_high);
} *)
(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_of_sums(const struct modulo_fraction *by, vec64 sum_low, vec64 sum_high) {
  const vec64 fraction = v64_add(sum_high, v64_srl(sum_low, 32));
  return v64_srl(v64_mul_u32_by(fraction, by->d), 32);
} *)
(* simd/kernels/modulo_fraction.h:
  struct modulo_fraction by = {.d = v64_set1(divisor->value)};
  for (int k = 0; k < 4; k++) {
    by.low[k] = v64_set1(divisor->fraction64[k]);
    by.high[k] = v64_set1(divisor->fraction64[k] >> 32);
  } *)
Definition fraction64 d r := B64 * r / d.
Fixpoint product_sum (limbs factors : list Z) sum :=
  match limbs, factors with
  | l :: ls, f :: fs => product_sum ls fs (add64 sum (mul_u32 l f))
  | _, _ => sum
  end.
Definition modulo_of_sums d sum_low sum_high :=
  let fraction := add64 sum_high (srl sum_low 32) in srl (mul_u32 fraction d) 32.
Definition modulo_limbs32 (limbs fractions : list Z) d :=
  modulo_of_sums d (product_sum limbs fractions 0) (product_sum limbs (map (fun f => srl f 32) fractions) 5).

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_fraction_digests(const struct modulo_fraction *by, const uint8_t *digests) {
  vec64 high, low;
  v64_load_digests(digests, &high, &low);
  const vec64 limbs[4] = {low, v64_srl(low, 32), high, v64_srl(high, 32)};
  return modulo_limbs(by, limbs, 4);
} *)
Definition modulo_fraction64_digests d high low :=
  modulo_limbs32 [low; srl low 32; high; srl high 32]
    (map (fraction64 d) [1 mod d; 2 ^ 32 mod d; 2 ^ 64 mod d; 2 ^ 96 mod d]) d.

Lemma mod_64_32 : forall x, (x mod B64) mod B32 = x mod B32.
Proof. intros. rewrite <- (Znumtheory.Zmod_div_mod B32 B64); try lia. exists B32. lia. Qed.

Lemma wrapped_sum : forall s a b c e,
  ((((s + a) mod B64 + b) mod B64 + c) mod B64 + e) mod B64 = (s + a + b + c + e) mod B64.
Proof.
  intros. rewrite (Z.add_mod_idemp_l (s + a)), (Z.add_mod_idemp_l (s + a + b)), (Z.add_mod_idemp_l (s + a + b + c))
    by lia. reflexivity.
Qed.

Lemma fraction64_range : forall d r, 0 <= r < d -> 0 <= fraction64 d r < B64.
Proof. intros. unfold fraction64. split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia. Qed.

Theorem modulo_fraction64_digests_exact : forall d high low,
  1 <= d <= fraction64_max -> word64 high -> word64 low ->
  modulo_fraction64_digests d high low = (high * B64 + low) mod d.
Proof.
  intros d high low Hd Hh Hl. unfold modulo_fraction64_digests, modulo_limbs32, modulo_of_sums, fraction64_max, word64 in *.
  change (2 ^ 32) with B32. change (2 ^ 64) with B64. change (2 ^ 96) with (B64 * B32).
  cbn [map product_sum]. unfold mul_u32, srl, add64. change (2 ^ 32) with B32.
  assert (R : forall x, 0 <= x mod d < d) by (intros; apply Z.mod_pos_bound; lia).
  pose proof (fraction64_range d _ (R 1)) as F0. pose proof (fraction64_range d _ (R B32)) as F1.
  pose proof (fraction64_range d _ (R B64)) as F2. pose proof (fraction64_range d _ (R (B64 * B32))) as F3.
  set (p0 := 1 mod d) in *. set (p1 := B32 mod d) in *. set (p2 := B64 mod d) in *. set (p3 := (B64 * B32) mod d) in *.
  set (f0 := fraction64 d p0) in *. set (f1 := fraction64 d p1) in *.
  set (f2 := fraction64 d p2) in *. set (f3 := fraction64 d p3) in *.
  assert (Hi : forall x, 0 <= x < B64 -> 0 <= x / B32 < B32).
  { intros. split. apply Z.div_pos; lia. apply Z.div_lt_upper_bound; lia. }
  rewrite !(Z.mod_small (_ / B32) B32) by (apply Hi; lia).
  assert (Lo : forall x, 0 <= x mod B32 < B32) by (intros; apply Z.mod_pos_bound; lia).
  pose proof (Lo low) as L0. pose proof (Lo high) as L2. pose proof (Hi low Hl) as L1. pose proof (Hi high Hh) as L3.
  pose proof (Z.div_mod low B32 ltac:(lia)) as D0. pose proof (Z.div_mod high B32 ltac:(lia)) as D2.
  set (a0 := low mod B32) in *. set (a1 := low / B32) in *. set (a2 := high mod B32) in *. set (a3 := high / B32) in *.
  set (S := a0 * (f0 mod B32) + a1 * (f1 mod B32) + a2 * (f2 mod B32) + a3 * (f3 mod B32)).
  rewrite (wrapped_sum 0), (wrapped_sum 5). change (0 + a0 * (f0 mod B32)) with (a0 * (f0 mod B32)). fold S.
  rewrite upper_half_mod.
  set (T := (a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3) / B32).
  match goal with |- context [(?s mod B32) * (d mod B32)] =>
    replace (s mod B32) with ((T + 5) mod B32)
  end.
  2:{ rewrite mod_64_32, <- (Z.add_mod_idemp_l (_ mod B64)), mod_64_32, Z.add_mod_idemp_l, Z.add_mod_idemp_r by lia.
      replace T with (a0 * (f0 / B32) + a1 * (f1 / B32) + a2 * (f2 / B32) + a3 * (f3 / B32) + S / B32).
      2:{ unfold T, S. pose proof (Z.div_mod f0 B32). pose proof (Z.div_mod f1 B32).
          pose proof (Z.div_mod f2 B32). pose proof (Z.div_mod f3 B32).
          set (S' := a0 * (f0 mod B32) + _ + _ + _) in *.
          replace (a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3) with
            (S' + (a0 * (f0 / B32) + a1 * (f1 / B32) + a2 * (f2 / B32) + a3 * (f3 / B32)) * B32)
            by (unfold S'; nia).
          rewrite Z.div_add by lia. lia. }
      f_equal. lia. }
  rewrite (Z.mod_small d B32) by lia.
  set (ts := [(a0, p0); (a1, p1); (a2, p2); (a3, p3)] : list term).
  assert (V : value ts mod d = (high * B64 + low) mod d).
  { unfold ts. cbn [value fst snd]. rewrite Z.add_0_r.
    replace (high * B64 + low) with (a0 * 1 + (a1 * B32 + (a2 * B64 + a3 * (B64 * B32)))) by lia.
    rewrite (Z.add_mod (a0 * 1)), (Z.add_mod (a1 * B32)), (Z.add_mod (a2 * B64)) by lia.
    rewrite (Z.add_mod (a0 * p0)), (Z.add_mod (a1 * p1)), (Z.add_mod (a2 * p2)) by lia.
    unfold p0, p1, p2, p3. rewrite !Z.mul_mod_idemp_r by lia. reflexivity. }
  assert (P : products B32 d ts = a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3).
  { unfold ts. cbn [products fst snd]. unfold multiplier. cbn [snd].
    change (B32 * B32) with B64. fold (fraction64 d p0) (fraction64 d p1) (fraction64 d p2) (fraction64 d p3).
    fold f0 f1 f2 f3. lia. }
  pose proof (products_bounds B32 d ts ltac:(lia) ltac:(lia)) as PB.
  assert (Nonneg : Forall (fun t : term => 0 <= fst t) ts).
  { unfold ts. repeat constructor; cbn [fst]; lia. }
  specialize (PB Nonneg). rewrite P in PB. unfold ts in PB at 2. cbn [limbs_sum fst] in PB.
  pose proof (div_mul_le (a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3) B32 eq_refl) as TB. fold T in TB.
  destruct (remainder_from_fraction B32 d T 5 (value ts)) as [E _]; try lia.
  { clear - TB PB L0 L1 L2 L3 Hd. set (X := a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3) in *.
    set (v := value ts) in *. split; nia. }
Qed.

(* simd/kernels/modulo_fraction.h:
V_INLINE vec64 modulo_fraction_integers(const struct modulo_fraction *by, vec64 n) {
  const vec64 limbs[2] = {n, v64_srl(n, 32)};
  return modulo_limbs(by, limbs, 2);
} *)
Definition modulo_fraction64_integers d n :=
  modulo_limbs32 [n; srl n 32] (map (fraction64 d) [1 mod d; 2 ^ 32 mod d]) d.

(** They are digests whose upper limbs, and so their products, are 0. *)
Theorem modulo_fraction64_integers_exact : forall d n,
  1 <= d <= fraction64_max -> word64 n -> modulo_fraction64_integers d n = n mod d.
Proof.
  intros d n Hd Hn. change (n mod d) with ((0 * B64 + n) mod d).
  rewrite <- modulo_fraction64_digests_exact by (assumption || unfold word64; lia).
  unfold modulo_fraction64_integers, modulo_fraction64_digests, modulo_limbs32.
  cbn [map product_sum]. change (srl 0 32) with 0.
  assert (M : forall f, mul_u32 0 f = 0) by reflexivity.
  assert (A : forall a b, add64 (add64 a b) 0 = add64 a b).
  { intros. unfold add64. rewrite Z.add_0_r. apply Z.mod_mod. lia. }
  rewrite !M, !A. reflexivity.
Qed.

(** ** AVX2: the products with upper halves to 32 bits *)

(* simd/overrides/modulo_digests_avx2.h:
  const __m256i factors_high = _mm256_blend_epi32(by->high[2], by->low[3], 0xaa);
  const __m256i factors_low = _mm256_blend_epi32(by->high[0], by->low[1], 0xaa);
  const __m256i factors = _mm256_blend_epi32(factors_high, factors_low, 0xcc);
  const __m256i products_first = _mm256_mullo_epi32(first, factors);
  const __m256i products_second = _mm256_mullo_epi32(second, factors);
  const __m256i sum_high = _mm256_add_epi32(_mm256_unpacklo_epi64(products_first, products_second),
                                            _mm256_unpackhi_epi64(products_first, products_second));
  const vec64 high = _mm256_unpacklo_epi64(first, second), low = _mm256_unpackhi_epi64(first, second);
  const vec64 limbs[4] = {low, v64_srl(low, 32), high, v64_srl(high, 32)};
  vec64 sum_low = v64_set1(UINT64_C(5) << 32);
  for (int k = 0; k < 4; k++) sum_low = v64_add(sum_low, v64_mul_u32_by(limbs[k], by->low[k]));
  const vec64 remainders = modulo_of_sums(by, _mm256_add_epi32(sum_high, sum_low), sum_high); *)
(** A lane's upper and lower word apart: what _mm256_add_epi32 adds. *)
Definition add_words a b := add32 (srl a 32) (srl b 32) * B32 + add32 (a mod B32) (b mod B32).
Definition modulo_words32 (fractions : list Z) d high low :=
  let product x k := mul32 x (srl (nth k fractions 0) 32) in
  let of_high := product (srl high 32) 3%nat * B32 + product (high mod B32) 2%nat in
  let of_low := product (srl low 32) 1%nat * B32 + product (low mod B32) 0%nat in
  let sum_high := add_words of_high of_low in
  let sum_low := product_sum [low; srl low 32; high; srl high 32] fractions (5 * B32) in
  modulo_of_sums d (add_words sum_high sum_low) sum_high.
Definition modulo_fraction32_digests d high low :=
  modulo_words32 (map (fraction64 d) [1 mod d; 2 ^ 32 mod d; 2 ^ 64 mod d; 2 ^ 96 mod d]) d high low.

(** Only the fraction's lower half counts, and both sums end there. *)
Lemma modulo_of_sums_lower : forall d l h l' h',
  (srl l 32 + h) mod B32 = (srl l' 32 + h') mod B32 -> modulo_of_sums d l h = modulo_of_sums d l' h'.
Proof.
  intros d l h l' h' E. unfold modulo_of_sums, mul_u32, add64. rewrite !mod_64_32.
  rewrite (Z.add_comm h), (Z.add_comm h'), E. reflexivity.
Qed.

Lemma words_apart : forall a b, 0 <= b < B32 -> srl (a * B32 + b) 32 = a /\ (a * B32 + b) mod B32 = b.
Proof.
  intros a b H. unfold srl. change (2 ^ 32) with B32. split; [apply div_unique | apply mod_unique with a]; lia.
Qed.

Lemma mod_32_range : forall x, 0 <= x mod B32 < B32.
Proof. intros. apply Z.mod_pos_bound. lia. Qed.

Lemma add_words_lanes : forall a1 a0 b1 b0, word32 a0 -> word32 b0 ->
  add_words (a1 * B32 + a0) (b1 * B32 + b0) = add32 a1 b1 * B32 + add32 a0 b0.
Proof.
  intros a1 a0 b1 b0 Ha Hb. unfold add_words.
  destruct (words_apart a1 a0 Ha) as [-> ->]. destruct (words_apart b1 b0 Hb) as [-> ->]. reflexivity.
Qed.

Lemma add_words_upper : forall a b, srl (add_words a b) 32 = add32 (srl a 32) (srl b 32).
Proof. intros. unfold add_words. apply words_apart, mod_32_range. Qed.

Theorem modulo_fraction32_digests_exact : forall d high low,
  1 <= d <= fraction64_max -> word64 high -> word64 low ->
  modulo_fraction32_digests d high low = (high * B64 + low) mod d.
Proof.
  intros d high low Hd Hh Hl. rewrite <- modulo_fraction64_digests_exact by assumption.
  unfold modulo_fraction32_digests, modulo_words32, modulo_fraction64_digests, modulo_limbs32. cbn [map nth].
  assert (U : forall x, 0 <= x < B64 -> srl x 32 mod B32 = srl x 32).
  { intros. apply Z.mod_small. unfold srl. change (2 ^ 32) with B32.
    split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]. }
  assert (R : forall x, 0 <= fraction64 d (x mod d) < B64).
  { intros. apply fraction64_range, Z.mod_pos_bound. lia. }
  apply modulo_of_sums_lower. rewrite add_words_upper, add_words_lanes by apply mod_32_range.
  destruct (words_apart (add32 (mul32 (srl high 32) (srl (fraction64 d (2 ^ 96 mod d)) 32))
                               (mul32 (srl low 32) (srl (fraction64 d (2 ^ 32 mod d)) 32)))
                        (add32 (mul32 (high mod B32) (srl (fraction64 d (2 ^ 64 mod d)) 32))
                               (mul32 (low mod B32) (srl (fraction64 d (1 mod d)) 32)))
                        (mod_32_range _)) as [-> _].
  cbn [product_sum]. unfold add64. rewrite (wrapped_sum (5 * B32)), (wrapped_sum 0), (wrapped_sum 5).
  unfold mul_u32, mul32, add32. rewrite !(U _ (R _)), !U by assumption.
  set (q0 := low mod B32 * srl (fraction64 d (1 mod d)) 32).
  set (q1 := srl low 32 * srl (fraction64 d (2 ^ 32 mod d)) 32).
  set (q2 := high mod B32 * srl (fraction64 d (2 ^ 64 mod d)) 32).
  set (q3 := srl high 32 * srl (fraction64 d (2 ^ 96 mod d)) 32).
  set (l0 := low mod B32 * _). set (l1 := srl low 32 * (_ mod B32)).
  set (l2 := high mod B32 * (_ mod B32)). set (l3 := srl high 32 * (_ mod B32)).
  unfold srl. change (2 ^ 32) with B32. rewrite !upper_half_mod.
  replace (5 * B32 + l0 + l1 + l2 + l3) with (0 + l0 + l1 + l2 + l3 + 5 * B32) by lia. rewrite Z.div_add by lia.
  set (T := (0 + l0 + l1 + l2 + l3) / B32).
  assert (L : forall a b s, ((a mod B32 + s mod B32) mod B32 + (a mod B32 * B32 + b mod B32)) mod B32 = (a + s + b) mod B32).
  { intros. replace ((a mod B32 + s mod B32) mod B32 + (a mod B32 * B32 + b mod B32))
      with ((a mod B32 + s mod B32) mod B32 + b mod B32 + a mod B32 * B32) by lia.
    rewrite Z.mod_add, <- (Z.add_mod a s), <- Z.add_mod by lia. reflexivity. }
  rewrite L. rewrite <- (Z.add_mod_idemp_r (T mod B32)), mod_64_32, <- Z.add_mod by lia.
  replace (q3 mod B32 + q1 mod B32 + (T + 5) + (q2 mod B32 + q0 mod B32))
    with (q3 mod B32 + (q1 mod B32 + (q2 mod B32 + (q0 mod B32 + (T + 5))))) by lia.
  rewrite Z.add_mod_idemp_l, (Z.add_comm q3), <- Z.add_assoc, Z.add_mod_idemp_l by lia.
  match goal with |- ?a mod _ = _ => replace a with (q2 mod B32 + (q0 mod B32 + (T + 5 + q1 + q3))) by lia end.
  rewrite Z.add_mod_idemp_l by lia.
  match goal with |- ?a mod _ = _ => replace a with (q0 mod B32 + (T + 5 + q1 + q2 + q3)) by lia end.
  rewrite Z.add_mod_idemp_l by lia. f_equal. lia.
Qed.

Print Assumptions modulo_fraction52_digests_exact.
Print Assumptions modulo_fraction52_integers_exact.
Print Assumptions modulo_fraction64_digests_exact.
Print Assumptions modulo_fraction64_integers_exact.
Print Assumptions modulo_fraction32_digests_exact.
