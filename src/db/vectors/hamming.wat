;; Distances of binary codes: the number of bits in which each of `count` codes differs from a query. A code has
;; `vectors` times 16 bytes; a distance is written as 16 bits. All addresses are in bytes.
(module
  (import "m" "m" (memory 1 65536 shared))
  (func (export "run") (param $codes i32) (param $count i32) (param $vectors i32) (param $query i32) (param $out i32)
    (local $left i32) (local $at i32) (local $counters v128)
    block $none
      (br_if $none (i32.eqz (local.get $count)))
      loop $code
        (local.set $counters (v128.const i32x4 0 0 0 0))
        (local.set $left (local.get $vectors))
        (local.set $at (local.get $query))
        loop $vector
          ;; Eight counters: pairwise sums of the bits that differ in each byte.
          (local.set $counters
            (i16x8.add
              (local.get $counters)
              (i16x8.extadd_pairwise_i8x16_u
                (i8x16.popcnt (v128.xor (v128.load align=1 (local.get $codes)) (v128.load align=1 (local.get $at)))))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 16)))
          (br_if $vector (local.tee $left (i32.sub (local.get $left) (i32.const 1))))
        end
        (local.set $counters (i32x4.extadd_pairwise_i16x8_u (local.get $counters)))
        (i32.store16
          (local.get $out)
          (i32.add
            (i32.add
              (i32.add
                (i32x4.extract_lane 0 (local.get $counters))
                (i32x4.extract_lane 1 (local.get $counters)))
              (i32x4.extract_lane 2 (local.get $counters)))
            (i32x4.extract_lane 3 (local.get $counters))))
        (local.set $out (i32.add (local.get $out) (i32.const 2)))
        (br_if $code (local.tee $count (i32.sub (local.get $count) (i32.const 1))))
      end
    end))
