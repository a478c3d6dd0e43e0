;; Dot products, in single precision, of a vector with each of `count` vectors of `table`, which follow each other. A
;; vector has `blocks` times 16 numbers. All addresses are in bytes. Four sums for each product, since an addition takes
;; several cycles.
(module
  (import "m" "m" (memory 1 65536 shared))
  (func (export "run") (param $table i32) (param $count i32) (param $blocks i32) (param $vector i32) (param $out i32)
    (local $left i32) (local $at i32) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    block $none
      (br_if $none (i32.eqz (local.get $count)))
      loop $each
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0))
        (local.set $d (v128.const i32x4 0 0 0 0))
        (local.set $left (local.get $blocks))
        (local.set $at (local.get $vector))
        loop $block
          (local.set $a
            (f32x4.add
              (local.get $a)
              (f32x4.mul (v128.load align=1 (local.get $table)) (v128.load align=1 (local.get $at)))))
          (local.set $b
            (f32x4.add
              (local.get $b)
              (f32x4.mul
                (v128.load offset=16 align=1 (local.get $table))
                (v128.load offset=16 align=1 (local.get $at)))))
          (local.set $c
            (f32x4.add
              (local.get $c)
              (f32x4.mul
                (v128.load offset=32 align=1 (local.get $table))
                (v128.load offset=32 align=1 (local.get $at)))))
          (local.set $d
            (f32x4.add
              (local.get $d)
              (f32x4.mul
                (v128.load offset=48 align=1 (local.get $table))
                (v128.load offset=48 align=1 (local.get $at)))))
          (local.set $table (i32.add (local.get $table) (i32.const 64)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $block (local.tee $left (i32.sub (local.get $left) (i32.const 1))))
        end
        (local.set $a
          (f32x4.add (f32x4.add (local.get $a) (local.get $b)) (f32x4.add (local.get $c) (local.get $d))))
        (f32.store
          (local.get $out)
          (f32.add
            (f32.add
              (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
              (f32x4.extract_lane 2 (local.get $a)))
            (f32x4.extract_lane 3 (local.get $a))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br_if $each (local.tee $count (i32.sub (local.get $count) (i32.const 1))))
      end
    end))
