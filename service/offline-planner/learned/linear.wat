;; Products for the learned reader: `linear` of whole numbers, for its layers, 32 outputs at once, and `mix` of floats,
;; for attention, four rows and eight outputs at once.
;;
;; `npx --package wabt@1.0.39 wat2wasm linear.wat -o linear.wasm` makes of it what runs; products.ts is its other side.
;; Sums are exact, or added up one by one in single precision: the same numbers on every machine.
(module
  (memory (export "memory") 1)

  ;; Rows as whole numbers: each row of `y`, times its unit, is about the row of `x`.
  ;; x        rows × inputs floats; inputs is a multiple of 4
  ;; y        rows × inputs of 16 bits
  ;; units    rows floats; the largest number of a row becomes 22,016 of them
  ;; Places are in bytes.
  (func (export "shorten")
    (param $x i32) (param $rows i32) (param $inputs i32) (param $y i32) (param $units i32)
    (local $end i32) (local $at i32) (local $s v128) (local $most f32)
    (loop $rows
      (local.set $end (i32.add (local.get $x) (i32.shl (local.get $inputs) (i32.const 2))))
      (local.set $at (local.get $x))
      (local.set $s (v128.const i32x4 0 0 0 0))
      (loop $sizes
        (local.set $s (f32x4.pmax (local.get $s) (f32x4.abs (v128.load (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $sizes (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $most (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $s)) (f32x4.extract_lane 1 (local.get $s)))
        (f32.max (f32x4.extract_lane 2 (local.get $s)) (f32x4.extract_lane 3 (local.get $s)))))
      (f32.store (local.get $units) (f32.div (local.get $most) (f32.const 22016)))
      ;; Where all are 0, 0 times infinity is no number, which becomes 0.
      (local.set $s (f32x4.splat (f32.div (f32.const 22016) (local.get $most))))
      (loop $numbers
        (v128.store64_lane 0 (local.get $y) (call $short
          (f32x4.mul (v128.load (local.get $x)) (local.get $s))))
        (local.set $y (i32.add (local.get $y) (i32.const 8)))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $numbers (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $units (i32.add (local.get $units) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $rows (local.get $rows))))

  (func $short (param $x v128) (result v128)
    (local.set $x (i32x4.trunc_sat_f32x4_s (f32x4.nearest (local.get $x))))
    (i16x8.narrow_i32x4_s (local.get $x) (local.get $x)))

  ;; y = x · unit of its row · weights · scale of their output + bias
  ;; x        rows × inputs of 16 bits
  ;; units    rows floats
  ;; inputs   is a multiple of 2; at most 768, for sums must fit in 32 bits
  ;; weights  for each 32 outputs and two inputs, 32 × 2 of 16 bits, from -127 to 127
  ;; scales   outputs floats; outputs is a multiple of 32
  ;; bias     outputs floats
  ;; y        rows × outputs floats
  ;; Places are in bytes.
  (func (export "linear")
    (param $x i32) (param $units i32) (param $rows i32) (param $inputs i32)
    (param $weights i32) (param $scales i32) (param $bias i32) (param $outputs i32) (param $y i32)
    (local $block i32) (local $row i32) (local $at i32) (local $end i32) (local $to i32) (local $weight i32)
    (local $s v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)

    (loop $blocks
      (local.set $row (i32.const 0))
      (local.set $at (local.get $x))
      (local.set $to (i32.add (local.get $y) (i32.shl (local.get $block) (i32.const 2))))
      (loop $rows
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (local.get $a)) (local.set $c (local.get $a))
        (local.set $d (local.get $a)) (local.set $e (local.get $a))
        (local.set $f (local.get $a)) (local.set $g (local.get $a))
        (local.set $h (local.get $a))
        (local.set $weight (local.get $weights))
        (local.set $end (i32.add (local.get $at) (i32.shl (local.get $inputs) (i32.const 1))))

        (loop $products
          (local.set $s (v128.load32_splat (local.get $at)))
          (local.set $a (i32x4.add (local.get $a)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load (local.get $weight)))))
          (local.set $b (i32x4.add (local.get $b)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=16 (local.get $weight)))))
          (local.set $c (i32x4.add (local.get $c)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=32 (local.get $weight)))))
          (local.set $d (i32x4.add (local.get $d)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=48 (local.get $weight)))))
          (local.set $e (i32x4.add (local.get $e)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=64 (local.get $weight)))))
          (local.set $f (i32x4.add (local.get $f)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=80 (local.get $weight)))))
          (local.set $g (i32x4.add (local.get $g)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=96 (local.get $weight)))))
          (local.set $h (i32x4.add (local.get $h)
            (i32x4.dot_i16x8_s (local.get $s) (v128.load offset=112 (local.get $weight)))))
          (local.set $weight (i32.add (local.get $weight) (i32.const 128)))
          (local.set $at (i32.add (local.get $at) (i32.const 4)))
          (br_if $products (i32.lt_u (local.get $at) (local.get $end))))

        (local.set $s (v128.load32_splat
          (i32.add (local.get $units) (i32.shl (local.get $row) (i32.const 2)))))
        (v128.store (local.get $to) (call $number (local.get $a) (local.get $s)
          (v128.load (local.get $scales)) (v128.load (local.get $bias))))
        (v128.store offset=16 (local.get $to) (call $number (local.get $b) (local.get $s)
          (v128.load offset=16 (local.get $scales)) (v128.load offset=16 (local.get $bias))))
        (v128.store offset=32 (local.get $to) (call $number (local.get $c) (local.get $s)
          (v128.load offset=32 (local.get $scales)) (v128.load offset=32 (local.get $bias))))
        (v128.store offset=48 (local.get $to) (call $number (local.get $d) (local.get $s)
          (v128.load offset=48 (local.get $scales)) (v128.load offset=48 (local.get $bias))))
        (v128.store offset=64 (local.get $to) (call $number (local.get $e) (local.get $s)
          (v128.load offset=64 (local.get $scales)) (v128.load offset=64 (local.get $bias))))
        (v128.store offset=80 (local.get $to) (call $number (local.get $f) (local.get $s)
          (v128.load offset=80 (local.get $scales)) (v128.load offset=80 (local.get $bias))))
        (v128.store offset=96 (local.get $to) (call $number (local.get $g) (local.get $s)
          (v128.load offset=96 (local.get $scales)) (v128.load offset=96 (local.get $bias))))
        (v128.store offset=112 (local.get $to) (call $number (local.get $h) (local.get $s)
          (v128.load offset=112 (local.get $scales)) (v128.load offset=112 (local.get $bias))))
        (local.set $to (i32.add (local.get $to) (i32.shl (local.get $outputs) (i32.const 2))))
        (local.set $row (i32.add (local.get $row) (i32.const 1)))
        (br_if $rows (i32.lt_u (local.get $row) (local.get $rows))))

      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $inputs) (i32.const 6))))
      (local.set $scales (i32.add (local.get $scales) (i32.const 128)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 128)))
      (local.set $block (i32.add (local.get $block) (i32.const 32)))
      (br_if $blocks (i32.lt_u (local.get $block) (local.get $outputs)))))

  (func $number (param $sum v128) (param $unit v128) (param $scale v128) (param $bias v128) (result v128)
    (f32x4.add
      (f32x4.mul (f32x4.convert_i32x4_s (local.get $sum)) (f32x4.mul (local.get $unit) (local.get $scale)))
      (local.get $bias)))

  ;; y = x · weights
  ;; x        rows × inputs floats; rows is a multiple of 4
  ;; weights  for each eight outputs, inputs × 8 floats
  ;; y        rows × outputs floats; outputs is a multiple of 8
  ;; Places are in bytes.
  (func (export "mix")
    (param $x i32) (param $rows i32) (param $inputs i32)
    (param $weights i32) (param $outputs i32) (param $y i32)
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
        (local.set $s (v128.const i32x4 0 0 0 0))
        (local.set $a (local.get $s)) (local.set $b (local.get $s))
        (local.set $c (local.get $s)) (local.set $d (local.get $s))
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
      (local.set $block (i32.add (local.get $block) (i32.const 8)))
      (br_if $blocks (i32.lt_u (local.get $block) (local.get $outputs))))))
