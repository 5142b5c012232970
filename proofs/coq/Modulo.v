(** The remainder kernels as simd/kernels/modulo.h puts them together: whatever scheme it chooses for a divisor,
    with the constants that rowkey_divisor_init makes, the result is the remainder, for every d from 1 to
    2^64 - 1 and every dividend. *)
Require Import Rowkey.Words Rowkey.Fractions Rowkey.Inverse Rowkey.Divisor Rowkey.Quotient Rowkey.Fold
  Rowkey.MoellerGranlund.
Require Import List.
Import ListNotations.

(** ** Powers of two *)

(* simd/kernels/modulo.h: if ((d & (d - 1)) == 0) return MODULO_MASK; *)
Definition is_power d := Z.land d (d - 1) =? 0.

Lemma power_of_two : forall d, 1 <= d -> is_power d = true -> d = 2 ^ Z.log2 d.
Proof.
  intros d Hd P. apply Z.eqb_eq in P. pose proof (Z.log2_spec d ltac:(lia)) as L.
  rewrite Z.pow_succ_r in L by apply Z.log2_nonneg. pose proof (Z.log2_nonneg d).
  destruct (Z.eq_dec d (2 ^ Z.log2 d)) as [| N]; [assumption | exfalso].
  assert (B : Z.testbit (Z.land d (d - 1)) (Z.log2 d) = true).
  { rewrite Z.land_spec, Z.bit_log2 by lia. simpl.
    replace (Z.log2 d) with (Z.log2 (d - 1)); [apply Z.bit_log2; lia |].
    apply Z.log2_unique; [lia |]. rewrite Z.pow_succ_r by lia. lia. }
  rewrite P, Z.bits_0 in B. discriminate B.
Qed.

(* simd/kernels/modulo.h:
    case MODULO_MASK:
      return v64_and(n, v64_sub(by->d, v64_set1(1))); *)
Definition modulo_mask d n := Z.land n (sub64 d 1).

Lemma modulo_mask_exact : forall d n, 1 <= d < B64 -> is_power d = true -> modulo_mask d n = n mod d.
Proof.
  intros d n Hd P. unfold modulo_mask, sub64. rewrite Z.mod_small by lia.
  rewrite (power_of_two d) by (assumption || lia). apply and_ones. apply Z.log2_nonneg.
Qed.

(** ** 64-bit dividends *)

Definition signed x := if x <? B63 then x else x - B64.

(** Lanes compare as signed numbers do; with their highest bits turned over, as unsigned ones. *)
Lemma signed_flipped : forall x, word64 x -> signed (Z.lxor x B63) = x - B63.
Proof.
  assert (A : forall x, 0 <= x < B63 -> Z.lxor x B63 = x + B63).
  { intros x Hx. symmetry. apply Z.add_nocarry_lxor. change B63 with (2 ^ 63) in *. apply Z.bits_inj'. intros i Hi.
    rewrite Z.land_spec, Z.bits_0, Z.pow2_bits_eqb by lia.
    destruct (Z.eqb_spec 63 i) as [<- |]; [| apply Bool.andb_false_r].
    rewrite <- (Z.mod_small x (2 ^ 63)) by exact Hx. rewrite Z.mod_pow2_bits_high by lia. reflexivity. }
  intros x Hx. unfold word64, signed in *. destruct (Z.lt_ge_cases x B63) as [L | L].
  - rewrite A by lia. destruct (Z.ltb_spec (x + B63) B63); lia.
  - replace (Z.lxor x B63) with (x - B63); [destruct (Z.ltb_spec (x - B63) B63); lia |].
    replace x with (Z.lxor (x - B63) B63) at 2 by (rewrite A by lia; lia).
    rewrite Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_r. reflexivity.
Qed.

(* simd/kernels/modulo.h:
      const vec64 sign = v64_set1(UINT64_C(1) << 63);
      return v64_choose(v64_less(v64_xor(n, sign), v64_xor(by->d, sign)), n, v64_sub(n, by->d)); *)
Definition modulo_once d n := if signed (Z.lxor n B63) <? signed (Z.lxor d B63) then n else sub64 n d.

Lemma modulo_once_exact : forall d n, B63 <= d < B64 -> word64 n -> modulo_once d n = n mod d.
Proof.
  intros d n Hd Hn. unfold modulo_once. rewrite !signed_flipped by (unfold word64 in *; lia). unfold word64, sub64 in *.
  destruct (Z.ltb_spec (n - B63) (d - B63)); [rewrite Z.mod_small by lia; reflexivity |].
  rewrite Z.mod_small by lia. symmetry. apply mod_unique with 1; lia.
Qed.

(* simd/kernels/modulo.h:
static enum modulo_scheme modulo_scheme_of(const struct rowkey_divisor_constants *divisor, uint64_t largest) {
  const uint64_t d = divisor->value;
  if ((d & (d - 1)) == 0) return MODULO_MASK;
  if (largest <= UINT32_MAX && d <= UINT32_MAX)
    return divisor->wide32 ? MODULO_WIDE_INVERSE32 : MODULO_INVERSE32;
#ifndef V64_HAS_MUL_HI
  if (d <= MODULO_FRACTION_MAX) return MODULO_FRACTION;
#endif
  if (d > INT64_MAX) return MODULO_ONCE;
#ifdef MODULO_QUOTIENT_MAX
  return MODULO_QUOTIENT;
#else
  return divisor->wide64 ? MODULO_WIDE_INVERSE : MODULO_INVERSE;
#endif
} *)
(* simd/kernels/modulo_fraction.h: #define MODULO_FRACTION_MAX ROWKEY_FRACTION52_MAX *)
(* simd/kernels/modulo_fraction.h: #define MODULO_FRACTION_MAX ROWKEY_FRACTION64_MAX *)
Definition fraction_max (has_madd52 : bool) := if has_madd52 then fraction52_max else fraction64_max.
(** No instruction set has both 52-bit multiply-adds and upper halves of 64-bit products. *)
(* simd/kernels/modulo_quotient.h:
#ifdef V64_HAS_MADD52
#define MODULO_QUOTIENT_MAX ROWKEY_QUOTIENT52_MAX *)
Definition modulo_some (has_madd52 has_mul_hi : bool) largest d n :=
  if is_power d then modulo_mask d n
  else if ((largest <=? B32 - 1) && (d <=? B32 - 1))%bool then modulo_inverse32 n d (inverse d 32)
  else if (negb has_mul_hi && (d <=? fraction_max has_madd52))%bool then
    if has_madd52
    then modulo_limbs [n; srl n 52] (map (fun k => init_fraction52_high k d) [0; 1])
           (map (fun k => init_fraction52_low k d) [0; 1]) d
    else modulo_limbs32 [n; srl n 32] (map (fun k => init_fraction64 k d) [0; 1]) d
  else if d >? B63 - 1 then modulo_once d n
  else if (negb has_mul_hi && has_madd52)%bool then
    modulo_quotient_integers d (init_quotient52_high d) n
  else modulo_inverse64 n d (inverse d 64).

Lemma no_power : forall d, is_power d = false -> d <> 2 ^ Z.log2 d.
Proof.
  intros d P E. unfold is_power in P. apply Z.eqb_neq in P. apply P.
  pose proof (Z.log2_nonneg d). rewrite E at 2. replace (2 ^ Z.log2 d - 1) with (Z.ones (Z.log2 d)) by (rewrite Z.ones_equiv; lia).
  rewrite Z.land_ones by lia. rewrite E at 1. apply Z.mod_same. apply Z.pow_nonzero; lia.
Qed.

Theorem modulo_some_exact : forall madd52 mul_hi largest d n,
  1 <= d < B64 -> 0 <= n <= largest -> largest < B64 -> modulo_some madd52 mul_hi largest d n = n mod d.
Proof.
  intros madd52 mul_hi largest d n Hd Hn HL. unfold modulo_some.
  destruct (is_power d) eqn:P; [apply modulo_mask_exact; assumption |].
  assert (2 <= d) by (destruct (Z.eq_dec d 1) as [-> |]; [discriminate P | lia]).
  destruct ((largest <=? B32 - 1) && (d <=? B32 - 1))%bool eqn:N.
  { apply Bool.andb_true_iff in N. rewrite !Z.leb_le in N.
    apply modulo_inverse32_exact; unfold word32; try lia.
    apply inverse_certified; [lia | change (2 ^ 32) with B32; lia]. }
  destruct (negb mul_hi && (d <=? fraction_max madd52))%bool eqn:F.
  { apply Bool.andb_true_iff in F. rewrite Z.leb_le in F. destruct F as [_ F].
    destruct madd52; cbn [map fraction_max] in *.
    - destruct (init_fraction52_exact 0 d) as [-> ->]; try lia.
      destruct (init_fraction52_exact 1 d) as [-> ->]; try lia.
      change (2 ^ (52 * 0)) with 1. change (2 ^ (52 * 1)) with (2 ^ 52).
      apply modulo_fraction52_integers_exact; unfold word64; lia.
    - rewrite !init_fraction64_exact by lia. apply modulo_fraction64_integers_exact; unfold word64; lia. }
  destruct (Z.gtb_spec d (B63 - 1)); [apply modulo_once_exact; unfold word64; lia |].
  destruct (negb mul_hi && madd52)%bool eqn:Q.
  { apply Bool.andb_true_iff in Q. destruct Q as [M52 ->]. rewrite M52 in F. cbn [fraction_max andb] in F.
    apply Z.leb_gt in F. assert (H2 : has_quotient d).
    { split; [unfold quotient52_max; lia | apply no_power; exact P]. }
    destruct (init_quotient52_exact d H2) as [-> _].
    apply modulo_quotient_integers_exact; [assumption | unfold word64; lia]. }
  apply modulo_inverse64_exact; unfold word64; try lia.
  apply inverse_certified; [lia | change (2 ^ 64) with B64; lia].
Qed.

(** ** Digests *)

(* simd/kernels/modulo.h:
V_INLINE vec64 modulo_by_words(const struct modulo_lanes *by, enum modulo_scheme scheme, vec64 high,
                               vec64 low) {
  vec64 rest = modulo_some(by, scheme, high);
  rest = modulo_some(by, scheme, v64_or(v64_sll(rest, 32), v64_srl(low, 32)));
  return modulo_some(by, scheme, v64_or(v64_sll(rest, 32), v64_and(low, v64_set1(UINT32_MAX))));
} *)
Definition modulo_by_words d high low :=
  let some n := modulo_inverse64 n d (inverse d 64) in
  let rest := some high in
  let rest := some (Z.lor (srl low 32) (sll64 rest 32)) in
  some (Z.lor (Z.land low (2 ^ 32 - 1)) (sll64 rest 32)).

Theorem modulo_by_words_exact : forall d high low, 2 <= d < B32 -> word64 high -> word64 low ->
  modulo_by_words d high low = (high * B64 + low) mod d.
Proof.
  intros d high low Hd Hh Hl. unfold modulo_by_words.
  assert (C : certificate 64 d (inverse d 64)) by (apply inverse_certified; [lia | change (2 ^ 64) with B64; lia]).
  assert (S : forall n, word64 n -> modulo_inverse64 n d (inverse d 64) = n mod d).
  { intros. apply modulo_inverse64_exact; unfold word64 in *; (lia || assumption). }
  assert (J : forall r w, 0 <= r < d -> word32 w -> Z.lor w (sll64 r 32) = r * B32 + w /\ word64 (r * B32 + w)).
  { intros r w Hr Hw. unfold sll64, word32, word64 in *. change (2 ^ 32) with B32. rewrite Z.mod_small by lia.
    change B32 with (2 ^ 32) at 1. rewrite or_disjoint by lia. change (2 ^ 32) with B32. lia. }
  destruct (halves low Hl) as (l0 & l1 & El & El0 & El1 & _ & Hl0 & Hl1).
  rewrite and_ones by lia. change (2 ^ 32) with B32. rewrite El0, El1, (S high Hh).
  assert (B : forall x, 0 <= x mod d < d) by (intros; apply Z.mod_pos_bound; lia).
  destruct (J (high mod d) l1 (B _) Hl1) as [-> W1]. rewrite (S _ W1).
  destruct (J ((high mod d * B32 + l1) mod d) l0 (B _) Hl0) as [-> W2]. rewrite (S _ W2).
  rewrite <- (Z.add_mod_idemp_l (_ * B32)), Z.mul_mod_idemp_l, Z.add_mod_idemp_l by lia.
  replace ((high mod d * B32 + l1) * B32 + l0) with (high mod d * B64 + low) by lia.
  rewrite <- Z.add_mod_idemp_l, Z.mul_mod_idemp_l, Z.add_mod_idemp_l by lia. reflexivity.
Qed.

(* simd/kernels/modulo.h:
  if ((d & (d - 1)) == 0)
    modulo_u128_rows(divisor, digests, rows, MODULO_MASK, remainders);
  else if (d <= MODULO_FRACTION_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_FRACTION, remainders);
#ifdef MODULO_QUOTIENT_MAX
  else if (d <= MODULO_QUOTIENT_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_QUOTIENT, remainders);
#endif
#ifdef V_MODULO_BY_WORDS
  else if (d <= UINT32_MAX && divisor->wide64)
    modulo_u128_rows(divisor, digests, rows, MODULO_WIDE_INVERSE, remainders);
  else if (d <= UINT32_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_INVERSE, remainders);
  else if (d <= ROWKEY_FOLD_MAX)
    modulo_u128_rows(divisor, digests, rows, MODULO_FOLD, remainders);
#endif
  else
    modulo_u128_by_any(divisor, digests, rows, remainders); *)
(* simd/kernels/modulo.h:
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *digest = digests + 16 * row;
    remainders[row] = modulo_u128_exact(divisor, load_be64(digest), load_be64(digest + 8));
  } *)
(* simd/kernels/modulo.h:
  return scheme == MODULO_MASK ? modulo_some(by, scheme, low) : modulo_by_words(by, scheme, high, low); *)
(* simd/kernels/modulo.h:
  if (scheme == MODULO_QUOTIENT) return modulo_quotient_digests(&by->quotient, high, low);
#endif
  if (scheme == MODULO_FOLD) return modulo_fold_digests(&by->fold, high, low); *)
(* simd/lanes/avx2.h: #define V_MODULO_DIGESTS_HEADER "simd/overrides/modulo_digests_avx2.h" *)
Definition modulo_u128 (has_madd52 has_override by_words : bool) d high low :=
  if is_power d then modulo_mask d low
  else if d <=? fraction_max has_madd52 then
    if has_madd52
    then modulo_limbs [low; Z.lor (srl low 52) (sll64 high 12); srl high 40]
           (map (fun k => init_fraction52_high k d) [0; 1; 2]) (map (fun k => init_fraction52_low k d) [0; 1; 2]) d
    else if has_override
    then modulo_words32 (map (fun k => init_fraction64 k d) [0; 1; 2; 3]) d high low
    else modulo_limbs32 [low; srl low 32; high; srl high 32] (map (fun k => init_fraction64 k d) [0; 1; 2; 3]) d
  else if (has_madd52 && (d <=? quotient52_max))%bool then
    modulo_quotient_digests d (init_quotient52_high d) (init_quotient52_low d) high low
  else if (by_words && (d <=? B32 - 1))%bool then modulo_by_words d high low
  else if (by_words && (d <=? fold_max))%bool then
    modulo_fold_digests d (init_power64 d) (init_power96 d) (init_inverse32 d) high low
  else modulo_u128_exact d high low.

Theorem modulo_u128_kernel_exact : forall madd52 override words d high low,
  1 <= d < B64 -> word64 high -> word64 low ->
  modulo_u128 madd52 override words d high low = (high * B64 + low) mod d.
Proof.
  intros madd52 override words d high low Hd Hh Hl. unfold modulo_u128.
  destruct (is_power d) eqn:P.
  { rewrite modulo_mask_exact by assumption. rewrite (power_of_two d) by (assumption || lia).
    assert (0 <= Z.log2 d < 64).
    { split; [apply Z.log2_nonneg | apply Z.log2_lt_pow2; [lia | change (2 ^ 64) with B64; lia]]. }
    replace (high * B64) with ((high * 2 ^ (64 - Z.log2 d)) * 2 ^ Z.log2 d).
    - rewrite Z.add_comm, Z.mod_add; [reflexivity |]. apply Z.pow_nonzero; lia.
    - rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. f_equal.
      replace (64 - Z.log2 d + Z.log2 d) with 64 by lia. reflexivity. }
  assert (2 <= d) by (destruct (Z.eq_dec d 1) as [-> |]; [discriminate P | lia]).
  destruct (Z.leb_spec d (fraction_max madd52)) as [F | F].
  { destruct madd52; cbn [map fraction_max] in *.
    - destruct (init_fraction52_exact 0 d) as [-> ->]; try lia.
      destruct (init_fraction52_exact 1 d) as [-> ->]; try lia.
      destruct (init_fraction52_exact 2 d) as [-> ->]; try lia.
      apply modulo_fraction52_digests_exact; (assumption || lia).
    - rewrite !init_fraction64_exact by lia. destruct override.
      + apply modulo_fraction32_digests_exact; (assumption || lia).
      + apply modulo_fraction64_digests_exact; (assumption || lia). }
  destruct (madd52 && (d <=? quotient52_max))%bool eqn:Q.
  { apply Bool.andb_true_iff in Q. rewrite Z.leb_le in Q. destruct Q as [-> Q]. cbn [fraction_max] in F.
    assert (H2 : has_quotient d) by (split; [lia | apply no_power; exact P]). destruct (init_quotient52_exact d H2) as [-> ->].
    apply modulo_quotient_digests_exact; assumption. }
  destruct (words && (d <=? B32 - 1))%bool eqn:W.
  { apply Bool.andb_true_iff in W. rewrite Z.leb_le in W. apply modulo_by_words_exact; (assumption || lia). }
  destruct (words && (d <=? fold_max))%bool eqn:O.
  { apply Bool.andb_true_iff in O. rewrite Z.leb_le in O. destruct O as [-> O]. cbn [andb] in W. apply Z.leb_gt in W.
    assert (H2 : has_fold d) by (split; [lia | apply no_power; exact P]).
    destruct (init_fold_exact d H2) as (-> & -> & ->). apply modulo_fold_digests_exact; assumption. }
  apply modulo_u128_exact_exact; (assumption || lia).
Qed.

(** ** Signed dividends *)

(* simd/kernels/modulo.h: V_INLINE vec64 with_sign(vec64 x, vec64 sign) { return v64_sub(v64_xor(x, sign), sign); } *)
(* simd/kernels/modulo.h: V_INLINE vec64 sign_of(vec64 x) { return v64_sub(v64_set1(0), v64_srl(x, 63)); } *)
Definition sign_of x := sub64 0 (srl x 63).
Definition with_sign x sign := sub64 (Z.lxor x sign) sign.

Lemma sign_of_exact : forall x, word64 x -> sign_of x = if x <? B63 then 0 else B64 - 1.
Proof.
  intros x Hx. unfold word64, sign_of, sub64, srl in *. change (2 ^ 63) with B63. destruct (Z.ltb_spec x B63).
  - rewrite (Z.div_small x) by lia. reflexivity.
  - replace (x / B63) with 1 by (symmetry; apply div_unique; lia). reflexivity.
Qed.

Lemma xor_ones : forall x, word64 x -> Z.lxor x (B64 - 1) = B64 - 1 - x.
Proof.
  intros x Hx. unfold word64 in Hx. change (B64 - 1) with (Z.ones 64).
  assert (A : Z.land (Z.lxor x (Z.ones 64)) x = 0).
  { apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, Z.lxor_spec, Z.bits_0.
    destruct (Z.lt_ge_cases i 64).
    - rewrite Z.ones_spec_low by lia. destruct (Z.testbit x i); reflexivity.
    - replace (Z.testbit x i) with false; [apply Bool.andb_false_r |].
      symmetry. rewrite <- (Z.mod_small x (2 ^ 64)) by (change (2 ^ 64) with B64; lia).
      apply Z.mod_pow2_bits_high; lia. }
  pose proof (Z.add_nocarry_lxor _ _ A) as E. rewrite (Z.lxor_comm (Z.lxor x _) x), <- Z.lxor_assoc, Z.lxor_nilpotent, Z.lxor_0_l in E.
  lia.
Qed.

Lemma with_sign_exact : forall x s, word64 x ->
  with_sign x (if s : bool then B64 - 1 else 0) = if s then (- x) mod B64 else x.
Proof.
  intros x [] Hx; unfold with_sign, sub64.
  - rewrite xor_ones by assumption. f_equal. lia.
  - rewrite Z.lxor_0_r, Z.sub_0_r, Z.mod_small by exact Hx. reflexivity.
Qed.

(* simd/kernels/modulo.h:
  const vec64 sign = sign_of(x), rest = with_sign(modulo_some(by, scheme, with_sign(x, sign)), sign);
  return treatment == MODULO_FLOORS ? v64_add(rest, v64_and(by->d, sign_of(rest))) : rest; *)
Definition modulo_truncates madd52 mul_hi largest d x :=
  with_sign (modulo_some madd52 mul_hi largest d (with_sign x (sign_of x))) (sign_of x).
Definition modulo_floors madd52 mul_hi largest d x :=
  let rest := modulo_truncates madd52 mul_hi largest d x in add64 rest (Z.land d (sign_of rest)).

Theorem modulo_i64_exact : forall madd52 mul_hi largest d x,
  1 <= d < B64 -> word64 x -> Z.abs (signed x) <= largest < B64 ->
  modulo_truncates madd52 mul_hi largest d x = Z.rem (signed x) d mod B64 /\
  modulo_floors madd52 mul_hi largest d x = signed x mod d.
Proof.
  intros madd52 mul_hi largest d x Hd Hx HL. unfold modulo_floors.
  set (neg := negb (x <? B63)).
  assert (Sx : sign_of x = if neg then B64 - 1 else 0).
  { rewrite sign_of_exact by assumption. unfold neg. destruct (x <? B63); reflexivity. }
  unfold word64 in Hx.
  assert (Mag : with_sign x (sign_of x) = Z.abs (signed x) /\ 0 <= Z.abs (signed x) <= B63).
  { rewrite Sx, with_sign_exact by exact Hx. unfold neg, signed.
    destruct (Z.ltb_spec x B63); cbn [negb]; [lia |].
    replace ((- x) mod B64) with (B64 - x) by (symmetry; apply mod_unique with (-1); lia). lia. }
  destruct Mag as [Mag MagB].
  set (m := Z.abs (signed x) mod d).
  assert (Hm : 0 <= m < d) by (apply Z.mod_pos_bound; lia).
  assert (Hm2 : m <= Z.abs (signed x)) by (apply Z.mod_le; lia).
  assert (T : modulo_truncates madd52 mul_hi largest d x = if neg then (- m) mod B64 else m).
  { unfold modulo_truncates. rewrite Mag, modulo_some_exact by lia. fold m. rewrite Sx.
    apply with_sign_exact. unfold word64. lia. }
  pose proof (Z.div_mod (Z.abs (signed x)) d ltac:(lia)) as D. fold m in D. set (q := Z.abs (signed x) / d) in *.
  rewrite T. unfold neg, signed in *. destruct (Z.ltb_spec x B63) as [L | L]; cbn [negb] in *.
  - split.
    + assert (Em : m = x mod d) by (unfold m; rewrite Z.abs_eq by lia; reflexivity).
      rewrite Z.rem_mod_nonneg, <- Em, Z.mod_small by lia. reflexivity.
    + assert (m < B63) by lia. rewrite sign_of_exact by (unfold word64; lia).
      destruct (Z.ltb_spec m B63); [| lia]. rewrite Z.land_0_r. unfold add64.
      rewrite Z.add_0_r, Z.mod_small by lia. unfold m. rewrite Z.abs_eq by lia. reflexivity.
  - assert (Em : m = (- (x - B64)) mod d) by (unfold m; rewrite Z.abs_neq by lia; reflexivity).
    rewrite Z.abs_neq in * by lia. split.
    + replace (x - B64) with (- (- (x - B64))) by lia. rewrite Z.rem_opp_l by lia.
      rewrite (Z.rem_mod_nonneg (- (x - B64))), <- Em by lia. reflexivity.
    + destruct (Z.eq_dec m 0) as [Z0 | NZ].
      * rewrite Z0. change (- 0 mod B64) with 0. rewrite sign_of_exact by (unfold word64; lia).
        change (0 <? B63) with true. cbv iota. rewrite Z.land_0_r. change (add64 0 0) with 0.
        symmetry. apply mod_unique with (- q); lia.
      * replace ((- m) mod B64) with (B64 - m) by (symmetry; apply mod_unique with (-1); lia).
        rewrite sign_of_exact by (unfold word64; lia).
        destruct (Z.ltb_spec (B64 - m) B63); [lia |].
        replace (Z.land d (B64 - 1)) with d.
        2:{ change (B64 - 1) with (2 ^ 64 - 1). rewrite and_ones by lia. rewrite Z.mod_small; [reflexivity |].
            change (2 ^ 64) with B64. lia. }
        unfold add64. replace ((B64 - m + d) mod B64) with (d - m) by (symmetry; apply mod_unique with 1; lia).
        symmetry. apply mod_unique with (- q - 1); lia.
Qed.

(** ** 32-bit dividends *)

(* simd/kernels/modulo.h:
  if ((d & (d - 1)) == 0)
    modulo_u32_rows(divisor, values, rows, MODULO_MASK, (uint32_t)(d - 1), remainders);
  else if (d > UINT32_MAX)
    modulo_u32_rows(divisor, values, rows, MODULO_MASK, UINT32_MAX, remainders);
  else if (divisor->wide32)
    modulo_u32_rows(divisor, values, rows, MODULO_WIDE_INVERSE32, (uint32_t)d, remainders);
  else
    modulo_u32_rows(divisor, values, rows, MODULO_INVERSE32, (uint32_t)d, remainders); *)
Definition modulo_u32 d n :=
  if is_power d then Z.land n (sub64 d 1 mod B32)
  else if B32 - 1 <? d then Z.land n (B32 - 1)
  else modulo_u32_lanes n d (inverse d 32).

Theorem modulo_u32_exact : forall d n, 1 <= d < B64 -> word32 n -> modulo_u32 d n = n mod d.
Proof.
  intros d n Hd Hn. unfold modulo_u32. destruct (is_power d) eqn:P.
  - unfold sub64. rewrite (Z.mod_small (d - 1)) by lia. rewrite (power_of_two d) by (assumption || lia).
    pose proof (Z.log2_nonneg d) as L. set (k := Z.log2 d) in *.
    unfold word32 in Hn. change B32 with (2 ^ 32) in *.
    destruct (Z.le_gt_cases k 32) as [K | K].
    + assert (2 ^ k <= 2 ^ 32) by (apply Z.pow_le_mono_r; lia).
      assert (0 < 2 ^ k) by (apply Z.pow_pos_nonneg; lia).
      rewrite (Z.mod_small (2 ^ k - 1)) by lia. apply and_ones. exact L.
    + assert (E : (2 ^ k - 1) mod 2 ^ 32 = 2 ^ 32 - 1).
      { replace k with (k - 32 + 32) by lia. rewrite Z.pow_add_r by lia.
        symmetry. apply Z.mod_unique with (2 ^ (k - 32) - 1); lia. }
      rewrite E. rewrite and_ones by lia.
      assert (2 ^ 32 <= 2 ^ k) by (apply Z.pow_le_mono_r; lia).
      rewrite !Z.mod_small by lia. reflexivity.
  - unfold word32 in Hn. change B32 with (2 ^ 32) in *. destruct (Z.ltb_spec (2 ^ 32 - 1) d) as [W | W].
    + rewrite and_ones by lia. rewrite !Z.mod_small by lia. reflexivity.
    + assert (D : 2 <= d). { destruct (Z.eq_dec d 1) as [-> | N]; [discriminate P | lia]. }
      apply modulo_u32_lanes_exact; [exact Hn | change B32 with (2 ^ 32); lia |].
      apply inverse_certified; lia.
Qed.

Print Assumptions modulo_some_exact.
Print Assumptions modulo_by_words_exact.
Print Assumptions modulo_u128_kernel_exact.
Print Assumptions modulo_i64_exact.
Print Assumptions modulo_u32_exact.
