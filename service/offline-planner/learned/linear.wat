;; Linear layers for the learned reader: y = x · weights + bias, four rows and eight outputs at once.
;;
;; `npx --package wabt@1.0.39 wat2wasm linear.wat -o linear.wasm` makes of it what runs; products.ts is its other side.
;; Sums are added up input by input, in single precision: the same numbers on every machine.
(module
  (memory (export "memory") 1)

  ;; x        rows × inputs floats; rows is a multiple of 4
  ;; weights  for each eight outputs, inputs × 8 floats
  ;; bias     outputs floats; outputs is a multiple of 8
  ;; y        rows × outputs floats
  ;; All of them are places in the memory, in bytes.
  (func (export "linear")
    (param $x i32) (param $rows i32) (param $inputs i32)
    (param $weights i32) (param $bias i32) (param $outputs i32) (param $y i32)
    (local $block i32) (local $row i32) (local $wide i32) (local $far i32)
    (local $from i32) (local $end i32) (local $to i32) (local $at i32) (local $weight i32)
    (local $w v128) (local $v v128) (local $s v128)
    (local $a v128) (local $a2 v128) (local $b v128) (local $b2 v128)
    (local $c v128) (local $c2 v128) (local $d v128) (local $d2 v128)

    ;; From a row to the next, in bytes: of x, and of y.
    (local.set $wide (i32.shl (local.get $inputs) (i32.const 2)))
    (local.set $far (i32.shl (local.get $outputs) (i32.const 2)))

    (loop $blocks
      (local.set $row (i32.const 0))
      (local.set $from (local.get $x))
      (local.set $to (i32.add (local.get $y) (i32.shl (local.get $block) (i32.const 2))))
      (loop $rows
        (local.set $v (v128.load (local.get $bias)))
        (local.set $s (v128.load offset=16 (local.get $bias)))
        (local.set $a (local.get $v)) (local.set $b (local.get $v))
        (local.set $c (local.get $v)) (local.set $d (local.get $v))
        (local.set $a2 (local.get $s)) (local.set $b2 (local.get $s))
        (local.set $c2 (local.get $s)) (local.set $d2 (local.get $s))
        (local.set $weight (local.get $weights))
        (local.set $at (local.get $from))
        (local.set $end (i32.add (local.get $from) (local.get $wide)))

        (loop $products
          (local.set $w (v128.load (local.get $weight)))
          (local.set $v (v128.load offset=16 (local.get $weight)))
          (local.set $s (v128.load32_splat (local.get $at)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $s) (local.get $w))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load32_splat (i32.add (local.get $at) (local.get $wide))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $s) (local.get $w))))
          (local.set $b2 (f32x4.add (local.get $b2) (f32x4.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load32_splat
            (i32.add (local.get $at) (i32.shl (local.get $wide) (i32.const 1)))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $s) (local.get $w))))
          (local.set $c2 (f32x4.add (local.get $c2) (f32x4.mul (local.get $s) (local.get $v))))
          (local.set $s (v128.load32_splat
            (i32.add (local.get $at) (i32.mul (local.get $wide) (i32.const 3)))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $s) (local.get $w))))
          (local.set $d2 (f32x4.add (local.get $d2) (f32x4.mul (local.get $s) (local.get $v))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $products (i32.lt_u (local.get $at) (local.get $end))))

        (v128.store (local.get $to) (local.get $a))
        (v128.store offset=16 (local.get $to) (local.get $a2))
        (local.set $to (i32.add (local.get $to) (local.get $far)))
        (v128.store (local.get $to) (local.get $b))
        (v128.store offset=16 (local.get $to) (local.get $b2))
        (local.set $to (i32.add (local.get $to) (local.get $far)))
        (v128.store (local.get $to) (local.get $c))
        (v128.store offset=16 (local.get $to) (local.get $c2))
        (local.set $to (i32.add (local.get $to) (local.get $far)))
        (v128.store (local.get $to) (local.get $d))
        (v128.store offset=16 (local.get $to) (local.get $d2))
        (local.set $to (i32.add (local.get $to) (local.get $far)))

        (local.set $from (i32.add (local.get $from) (i32.shl (local.get $wide) (i32.const 2))))
        (local.set $row (i32.add (local.get $row) (i32.const 4)))
        (br_if $rows (i32.lt_u (local.get $row) (local.get $rows))))

      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $wide) (i32.const 3))))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (local.set $block (i32.add (local.get $block) (i32.const 8)))
      (br_if $blocks (i32.lt_u (local.get $block) (local.get $outputs))))))
