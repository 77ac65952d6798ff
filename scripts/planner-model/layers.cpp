// The layers of the network, forward and backward, for training on a processor with AVX512-BF16.
//
// PyTorch spends most of a step between its matrix products. Here rows of all examples stand one behind the other
// without filling, what follows a product is done in one go over its result, and products are of 16 bits, summed up
// in 32. fast.py calls this; network.py has the same layers in PyTorch, and fast.py --check compares the two.
#include <immintrin.h>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using bf16 = uint16_t;
constexpr int HEADS = 4;
constexpr int WIDE = 48;  // columns of a tile: every width of the network is a multiple

inline bf16 narrow(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  return (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}
inline float widen(bf16 value) {
  uint32_t bits = uint32_t(value) << 16;
  float back;
  memcpy(&back, &bits, 4);
  return back;
}

template <typename T>
struct Row {
  T* at = nullptr;
  size_t size = 0;
  explicit Row(size_t count = 0) { make(count); }
  Row(const Row&) = delete;
  Row(Row&& other) : at(other.at), size(other.size) { other.at = nullptr; }
  ~Row() { free(at); }
  // What there is is kept where it is large enough: new memory costs more than what is done with it.
  void make(size_t count) {
    if (at && count <= size) return;
    free(at);
    count += count / 4;
    size = count;
    at = count ? static_cast<T*>(aligned_alloc(64, (count * sizeof(T) + 127) / 64 * 64)) : nullptr;
  }
  T& operator[](size_t place) { return at[place]; }
  const T& operator[](size_t place) const { return at[place]; }
};

// ---- products -------------------------------------------------------------------------------------------------

// Right side of a product: [inner][columns] as tiles of WIDE columns, two inner ones together.
struct Right {
  Row<bf16> data;
  int inner = 0, columns = 0;
  bf16* tile(int t) const { return data.at + size_t(t) * ((inner + 1) / 2) * 2 * WIDE; }
};

void shape(Right& right, int inner, int columns) {
  size_t size = size_t(columns / WIDE) * ((inner + 1) / 2) * 2 * WIDE;
  if (right.data.size < size) right.data.make(size);
  right.inner = inner;
  right.columns = columns;
  if (inner % 2) memset(right.data.at, 0, size * sizeof(bf16));
}

// From what stands as [columns][inner], as the weights of a layer that goes forward; several below one another.
void pack_transposed(Right& right, int from, const float* weights, int columns, int inner) {
  for (int n = 0; n < columns; n++) {
    int column = from + n;
    bf16* to = right.tile(column / WIDE) + (column % WIDE) * 2;
    for (int k = 0; k < inner; k++) to[(k / 2) * 2 * WIDE + (k & 1)] = narrow(weights[size_t(n) * inner + k]);
  }
}

// From what stands as [inner][columns]; `from` is the first inner row.
template <typename T>
void pack(Right& right, int from, const T* rows, int inner, int columns, int stride) {
  for (int k = 0; k < inner; k++)
    for (int t = 0; t < columns / WIDE; t++) {
      bf16* to = right.tile(t) + ((from + k) / 2) * 2 * WIDE + ((from + k) & 1);
      const T* row = rows + size_t(k) * stride + t * WIDE;
      for (int n = 0; n < WIDE; n++) {
        if constexpr (sizeof(T) == 4) to[n * 2] = narrow(row[n]);
        else to[n * 2] = row[n];
      }
    }
}

template <int ROWS>
inline void tile(const bf16* left, int stride, const bf16* right, int pairs, float* out, int out_stride, const float* bias, bool adds) {
  __m512 sum[ROWS][3];
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < 3; c++) sum[r][c] = bias ? _mm512_loadu_ps(bias + 16 * c) : _mm512_setzero_ps();
  for (int p = 0; p < pairs; p++) {
    __m512bh b0 = (__m512bh)_mm512_load_si512(right + p * 2 * WIDE);
    __m512bh b1 = (__m512bh)_mm512_load_si512(right + p * 2 * WIDE + 32);
    __m512bh b2 = (__m512bh)_mm512_load_si512(right + p * 2 * WIDE + 64);
#pragma GCC unroll 8
    for (int r = 0; r < ROWS; r++) {
      int both;
      memcpy(&both, left + size_t(r) * stride + 2 * p, 4);
      __m512bh a = (__m512bh)_mm512_set1_epi32(both);
      sum[r][0] = _mm512_dpbf16_ps(sum[r][0], a, b0);
      sum[r][1] = _mm512_dpbf16_ps(sum[r][1], a, b1);
      sum[r][2] = _mm512_dpbf16_ps(sum[r][2], a, b2);
    }
  }
  for (int r = 0; r < ROWS; r++)
    for (int c = 0; c < 3; c++) {
      float* to = out + size_t(r) * out_stride + 16 * c;
      _mm512_storeu_ps(to, adds ? _mm512_add_ps(_mm512_loadu_ps(to), sum[r][c]) : sum[r][c]);
    }
}

// out[rows][columns] = left[rows][inner] · right (+ bias), or += where it adds.
void product(const bf16* left, int stride, int rows, const Right& right, float* out, int out_stride, const float* bias, bool adds) {
  int pairs = (right.inner + 1) / 2;
  for (int t = 0; t < right.columns / WIDE; t++) {
    const bf16* side = right.tile(t);
    const float* here = bias ? bias + t * WIDE : nullptr;
    int r = 0;
    for (; r + 8 <= rows; r += 8) tile<8>(left + size_t(r) * stride, stride, side, pairs, out + size_t(r) * out_stride + t * WIDE, out_stride, here, adds);
    for (; r < rows; r++) tile<1>(left + size_t(r) * stride, stride, side, pairs, out + size_t(r) * out_stride + t * WIDE, out_stride, here, adds);
  }
}

// ---- layers of a network's parameters -------------------------------------------------------------------------

struct Linear {
  int in, out;                 // of all parts together
  std::vector<const float*> w, b;
  std::vector<float*> dw, db;
  std::vector<int> outs;
  Right forward, backward;
  Row<float> bias;
};

void begin(Linear& l) {
  shape(l.forward, l.in, l.out);
  shape(l.backward, l.out, l.in);
  if (!l.bias.at) l.bias.make(l.out);
  int from = 0;
  for (size_t part = 0; part < l.w.size(); part++) {
    pack_transposed(l.forward, from, l.w[part], l.outs[part], l.in);
    pack(l.backward, from, l.w[part], l.outs[part], l.in, l.in);
    memcpy(l.bias.at + from, l.b[part], l.outs[part] * 4);
    from += l.outs[part];
  }
}

Row<bf16> turned;
Right packed;

// Adds to the gradients of weights and biases. `dy` [rows][out], `x` [rows][in].
void learn(Linear& l, const bf16* dy, const bf16* x, int rows) {
  int even = rows + rows % 2;
  if (turned.size < size_t(l.out) * even) turned.make(size_t(l.out) * even);
  for (int r = 0; r < rows; r += 32)
    for (int n = 0; n < l.out; n++)
      for (int q = r; q < rows && q < r + 32; q++) turned[size_t(n) * even + q] = dy[size_t(q) * l.out + n];
  if (rows % 2)
    for (int n = 0; n < l.out; n++) turned[size_t(n) * even + rows] = 0;
  shape(packed, rows, l.in);
  pack(packed, 0, x, rows, l.in, l.in);
  int from = 0;
  for (size_t part = 0; part < l.w.size(); part++) {
    product(turned.at + size_t(from) * even, even, l.outs[part], packed, l.dw[part], l.in, nullptr, true);
    for (int r = 0; r < rows; r++)
      for (int n = 0; n < l.outs[part]; n++) l.db[part][n] += widen(dy[size_t(r) * l.out + from + n]);
    from += l.outs[part];
  }
}

struct Norm {
  const float *w, *b;
  float *dw, *db;
};

// ---- what one pass keeps ----------------------------------------------------------------------------------------

struct Normed {
  Row<float> hat, inverse;  // x̂, and 1 / its spread for each row
  Row<bf16> y;
};

void norm_forward(const Norm& n, const float* x, int rows, int width, Normed& out) {
  out.hat.make(size_t(rows) * width);
  out.inverse.make(rows);
  out.y.make(size_t(rows) * width + 8);
  for (int r = 0; r < rows; r++) {
    const float* from = x + size_t(r) * width;
    float mean = 0, spread = 0;
    for (int i = 0; i < width; i++) mean += from[i];
    mean /= width;
    for (int i = 0; i < width; i++) spread += (from[i] - mean) * (from[i] - mean);
    float inverse = 1 / std::sqrt(spread / width + 1e-5f);
    out.inverse[r] = inverse;
    for (int i = 0; i < width; i++) {
      float hat = (from[i] - mean) * inverse;
      out.hat[size_t(r) * width + i] = hat;
      out.y[size_t(r) * width + i] = narrow(hat * n.w[i] + n.b[i]);
    }
  }
}

// dx += what comes back through it.
void norm_backward(Norm& n, const Normed& kept, const float* dy, float* dx, int rows, int width) {
  for (int r = 0; r < rows; r++) {
    const float* d = dy + size_t(r) * width;
    const float* hat = &kept.hat[size_t(r) * width];
    float sum = 0, along = 0;
    for (int i = 0; i < width; i++) {
      float g = d[i] * n.w[i];
      sum += g;
      along += g * hat[i];
      n.dw[i] += d[i] * hat[i];
      n.db[i] += d[i];
    }
    sum /= width;
    along /= width;
    float* to = dx + size_t(r) * width;
    for (int i = 0; i < width; i++) to[i] += kept.inverse[r] * (d[i] * n.w[i] - sum - hat[i] * along);
  }
}

// Dropout: pieces of one long row of random bits.
constexpr uint32_t LONG = 1 << 23;
Row<float> chances;
float share = -1;
uint64_t state = 88172645463325252ull;
uint32_t random_number() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return uint32_t(state >> 32);
}
void make_chances(float drop) {
  if (share == drop) return;
  share = drop;
  chances.make(LONG);
  for (uint32_t i = 0; i < LONG; i++) chances[i] = random_number() / 4294967296.0f >= drop ? 1 / (1 - drop) : 0;
}
size_t somewhere(size_t count) { return random_number() % (LONG - count); }

struct Heads {
  // Shares of what is looked at: for each example and head [rows there][rows looked at].
  Row<float> shares;
  std::vector<size_t> at;
};

struct Places {
  int count;
  const int *queries, *keys;  // where each example's rows begin, and one more
  bool earlier;               // only what stands at or before the same place
  int most_keys() const {
    int most = 0;
    for (int e = 0; e < count; e++) most = std::max(most, keys[e + 1] - keys[e]);
    return most;
  }
};

// q [rows][stride], k and v likewise; out [rows][width] in 16 bits.
void look(const float* q, int q_stride, const float* k, const float* v, int kv_stride, const Places& p, int width, Heads& kept, bf16* out) {
  const int wide = width / HEADS;
  const float scale = 1 / std::sqrt(float(wide));
  size_t total = 0;
  kept.at.resize(p.count);
  for (int e = 0; e < p.count; e++) {
    kept.at[e] = total;
    total += size_t(HEADS) * (p.queries[e + 1] - p.queries[e]) * ((p.keys[e + 1] - p.keys[e] + 15) / 16 * 16);
  }
  kept.shares.make(total);
  static Row<float> turned_keys;
  size_t most = (p.most_keys() + 15) / 16 * 16;
  if (turned_keys.size < most * wide) turned_keys.make(most * wide);
  for (int e = 0; e < p.count; e++) {
    int n = p.queries[e + 1] - p.queries[e], m = p.keys[e + 1] - p.keys[e], padded = (m + 15) / 16 * 16;
    for (int h = 0; h < HEADS; h++) {
      float* all = &kept.shares[kept.at[e] + size_t(h) * n * padded];
      memset(turned_keys.at, 0, sizeof(float) * padded * wide);
      for (int j = 0; j < m; j++)
        for (int d = 0; d < wide; d++) turned_keys[d * padded + j] = k[size_t(p.keys[e] + j) * kv_stride + h * wide + d];
      for (int i = 0; i < n; i++) {
        float* s = all + size_t(i) * padded;
        const float* query = q + size_t(p.queries[e] + i) * q_stride + h * wide;
        memset(s, 0, padded * 4);
        for (int d = 0; d < wide; d++) {
          float a = query[d] * scale;
          const float* row = &turned_keys[d * padded];
          for (int j = 0; j < padded; j++) s[j] += a * row[j];
        }
        int seen = p.earlier ? i + 1 : m;
        float largest = s[0];
        for (int j = 1; j < seen; j++) largest = std::max(largest, s[j]);
        float sum = 0;
        for (int j = 0; j < seen; j++) sum += s[j] = expf(s[j] - largest);
        for (int j = 0; j < seen; j++) s[j] /= sum;
        for (int j = seen; j < padded; j++) s[j] = 0;
        float mixed[64] = {};
        for (int j = 0; j < seen; j++) {
          const float* value = v + size_t(p.keys[e] + j) * kv_stride + h * wide;
          for (int d = 0; d < wide; d++) mixed[d] += s[j] * value[d];
        }
        for (int d = 0; d < wide; d++) out[size_t(p.queries[e] + i) * width + h * wide + d] = narrow(mixed[d]);
      }
    }
  }
}

// dq, dk, dv are written (dq) and added to (dk, dv).
void look_backward(const float* q, int q_stride, const float* k, const float* v, int kv_stride, const Places& p, int width, const Heads& kept,
                   const float* dout, float* dq, float* dk, float* dv) {
  const int wide = width / HEADS;
  const float scale = 1 / std::sqrt(float(wide));
  static Row<float> turned_values, ds;
  size_t most = (p.most_keys() + 15) / 16 * 16;
  if (turned_values.size < most * wide) turned_values.make(most * wide);
  if (ds.size < most) ds.make(most);
  for (int e = 0; e < p.count; e++) {
    int n = p.queries[e + 1] - p.queries[e], m = p.keys[e + 1] - p.keys[e], padded = (m + 15) / 16 * 16;
    for (int h = 0; h < HEADS; h++) {
      const float* all = &kept.shares[kept.at[e] + size_t(h) * n * padded];
      memset(turned_values.at, 0, sizeof(float) * padded * wide);
      for (int j = 0; j < m; j++)
        for (int d = 0; d < wide; d++) turned_values[d * padded + j] = v[size_t(p.keys[e] + j) * kv_stride + h * wide + d];
      for (int i = 0; i < n; i++) {
        const float* s = all + size_t(i) * padded;
        const float* d_out = dout + size_t(p.queries[e] + i) * width + h * wide;
        memset(ds.at, 0, padded * 4);
        for (int d = 0; d < wide; d++) {
          float a = d_out[d];
          const float* row = &turned_values[d * padded];
          for (int j = 0; j < padded; j++) ds[j] += a * row[j];
        }
        float along = 0;
        for (int j = 0; j < padded; j++) along += ds[j] * s[j];
        for (int j = 0; j < padded; j++) ds[j] = (ds[j] - along) * s[j] * scale;
        int seen = p.earlier ? i + 1 : m;
        const float* query = q + size_t(p.queries[e] + i) * q_stride + h * wide;
        float* d_query = dq + size_t(p.queries[e] + i) * q_stride + h * wide;
        float sum[64] = {};
        for (int j = 0; j < seen; j++) {
          size_t place = size_t(p.keys[e] + j) * kv_stride + h * wide;
          float a = ds[j], b = s[j];
          for (int d = 0; d < wide; d++) {
            sum[d] += a * k[place + d];
            dk[place + d] += a * query[d];
            dv[place + d] += b * d_out[d];
          }
        }
        for (int d = 0; d < wide; d++) d_query[d] = sum[d];
      }
    }
  }
}

void narrow_all(const float* from, bf16* to, size_t count) {
  for (size_t i = 0; i < count; i++) to[i] = narrow(from[i]);
}

// ---- blocks: x += dropped(block(norm(x))) ----------------------------------------------------------------------

struct Attention {
  Norm norm;
  Linear in, memory, out;  // of itself: `in` gives queries, keys and values; else queries, and `memory` the others
  bool of_itself;
  Normed normed;
  Row<float> q, kv;
  Row<bf16> mixed;
  Heads heads;
  size_t chance;
};

struct Forward {
  Norm norm;
  Linear a, b;
  Normed normed;
  Row<bf16> inner;
  size_t chance;
};

Row<float> scratch, wide_scratch;
Row<bf16> narrow_scratch;
void need(size_t count, size_t wide) {
  if (scratch.size < count) scratch.make(count), narrow_scratch.make(count * 4);
  if (wide_scratch.size < wide) wide_scratch.make(wide);
}

void add_dropped(float* x, const float* y, size_t count, size_t chance) {
  const float* c = &chances[chance];
  if (share == 0)
    for (size_t i = 0; i < count; i++) x[i] += y[i];
  else
    for (size_t i = 0; i < count; i++) x[i] += y[i] * c[i];
}
void drop_narrow(const float* dx, bf16* to, size_t count, size_t chance) {
  const float* c = &chances[chance];
  if (share == 0)
    for (size_t i = 0; i < count; i++) to[i] = narrow(dx[i]);
  else
    for (size_t i = 0; i < count; i++) to[i] = narrow(dx[i] * c[i]);
}

void forward(Attention& l, float* x, int rows, int width, const bf16* memory, int memory_rows, const Places& p) {
  begin(l.in), begin(l.out);
  if (!l.of_itself) begin(l.memory);
  size_t count = size_t(rows) * width;
  need(count, 0);
  norm_forward(l.norm, x, rows, width, l.normed);
  l.q.make(size_t(rows) * l.in.out);
  product(l.normed.y.at, width, rows, l.in.forward, l.q.at, l.in.out, l.in.bias.at, false);
  const float *k, *v;
  int stride;
  if (l.of_itself) k = l.q.at + width, v = l.q.at + 2 * width, stride = 3 * width;
  else {
    l.kv.make(size_t(memory_rows) * 2 * width);
    product(memory, width, memory_rows, l.memory.forward, l.kv.at, 2 * width, l.memory.bias.at, false);
    k = l.kv.at, v = l.kv.at + width, stride = 2 * width;
  }
  l.mixed.make(count + 8);
  look(l.q.at, l.in.out, k, v, stride, p, width, l.heads, l.mixed.at);
  product(l.mixed.at, width, rows, l.out.forward, scratch.at, width, l.out.bias.at, false);
  l.chance = somewhere(count);
  add_dropped(x, scratch.at, count, l.chance);
}

// `dx` is changed to what comes out before the block; `dmemory` is added to.
void backward(Attention& l, float* dx, int rows, int width, const bf16* memory, int memory_rows, float* dmemory, const Places& p) {
  size_t count = size_t(rows) * width;
  need(std::max(count, size_t(memory_rows) * width), 0);
  drop_narrow(dx, narrow_scratch.at, count, l.chance);
  learn(l.out, narrow_scratch.at, l.mixed.at, rows);
  product(narrow_scratch.at, width, rows, l.out.backward, scratch.at, width, nullptr, false);
  static Row<float> dq;
  dq.make(size_t(rows) * l.in.out);
  memset(dq.at, 0, sizeof(float) * size_t(rows) * l.in.out);
  if (l.of_itself) {
    look_backward(l.q.at, l.in.out, l.q.at + width, l.q.at + 2 * width, 3 * width, p, width, l.heads, scratch.at, dq.at, dq.at + width, dq.at + 2 * width);
  } else {
    static Row<float> dkv;
    dkv.make(size_t(memory_rows) * 2 * width);
    memset(dkv.at, 0, sizeof(float) * size_t(memory_rows) * 2 * width);
    look_backward(l.q.at, width, l.kv.at, l.kv.at + width, 2 * width, p, width, l.heads, scratch.at, dq.at, dkv.at, dkv.at + width);
    static Row<bf16> narrow_dkv;
    narrow_dkv.make(size_t(memory_rows) * 2 * width + 8);
    narrow_all(dkv.at, narrow_dkv.at, size_t(memory_rows) * 2 * width);
    learn(l.memory, narrow_dkv.at, memory, memory_rows);
    product(narrow_dkv.at, 2 * width, memory_rows, l.memory.backward, dmemory, width, nullptr, true);
  }
  static Row<bf16> narrow_dq;
  narrow_dq.make(size_t(rows) * l.in.out + 8);
  narrow_all(dq.at, narrow_dq.at, size_t(rows) * l.in.out);
  learn(l.in, narrow_dq.at, l.normed.y.at, rows);
  product(narrow_dq.at, l.in.out, rows, l.in.backward, scratch.at, width, nullptr, false);
  norm_backward(l.norm, l.normed, scratch.at, dx, rows, width);
}

void forward(Forward& l, float* x, int rows, int width) {
  begin(l.a), begin(l.b);
  size_t count = size_t(rows) * width, inner = size_t(rows) * l.a.out;
  need(count, inner);
  norm_forward(l.norm, x, rows, width, l.normed);
  product(l.normed.y.at, width, rows, l.a.forward, wide_scratch.at, l.a.out, l.a.bias.at, false);
  l.inner.make(inner + 8);
  for (size_t i = 0; i < inner; i++) l.inner[i] = narrow(std::max(0.0f, wide_scratch[i]));
  product(l.inner.at, l.a.out, rows, l.b.forward, scratch.at, width, l.b.bias.at, false);
  l.chance = somewhere(count);
  add_dropped(x, scratch.at, count, l.chance);
}

void backward(Forward& l, float* dx, int rows, int width) {
  size_t count = size_t(rows) * width, inner = size_t(rows) * l.a.out;
  need(count, inner);
  drop_narrow(dx, narrow_scratch.at, count, l.chance);
  learn(l.b, narrow_scratch.at, l.inner.at, rows);
  product(narrow_scratch.at, width, rows, l.b.backward, wide_scratch.at, l.a.out, nullptr, false);
  static Row<bf16> narrow_inner;
  narrow_inner.make(inner + 8);
  for (size_t i = 0; i < inner; i++) narrow_inner[i] = l.inner[i] ? narrow(wide_scratch[i]) : 0;
  learn(l.a, narrow_inner.at, l.normed.y.at, rows);
  product(narrow_inner.at, l.a.out, rows, l.a.backward, scratch.at, width, nullptr, false);
  norm_backward(l.norm, l.normed, scratch.at, dx, rows, width);
}

struct Layer {
  Attention self, cross;
  Forward ff;
};

struct Stack {
  int width;
  bool writes;
  std::vector<Layer> layers;
  Row<bf16> memory;
  int memory_rows = 0;
};

// `values` has for each linear layer its weight, gradient, bias, gradient; norms likewise.
struct Source {
  float** at;
  Norm norm() {
    Norm n{at[0], at[2], at[1], at[3]};
    at += 4;
    return n;
  }
  void linear(Linear& l, int in, std::vector<int> outs) {
    l.in = in;
    l.out = 0;
    l.outs = outs;
    for (int out : outs) {
      l.w.push_back(at[0]), l.dw.push_back(at[1]), l.b.push_back(at[2]), l.db.push_back(at[3]);
      at += 4;
      l.out += out;
    }
  }
};

}  // namespace

extern "C" {

void* stack_make(int width, int layers, int writes, float** values) {
  auto* s = new Stack;
  s->width = width;
  s->writes = writes != 0;
  s->layers = std::vector<Layer>(layers);
  Source from{values};
  for (auto& l : s->layers) {
    l.self.of_itself = true;
    l.self.norm = from.norm();
    from.linear(l.self.in, width, {width, width, width});
    from.linear(l.self.out, width, {width});
    if (writes) {
      l.cross.of_itself = false;
      l.cross.norm = from.norm();
      from.linear(l.cross.in, width, {width});
      from.linear(l.cross.memory, width, {width, width});
      from.linear(l.cross.out, width, {width});
    }
    l.ff.norm = from.norm();
    from.linear(l.ff.a, width, {4 * width});
    from.linear(l.ff.b, 4 * width, {width});
  }
  return s;
}

void stack_seed(uint64_t seed) { state = seed * 2654435761u + 88172645463325252ull; share = -1; }

// x [rows][width] is changed in place. `ends`: where each example's rows begin, and the end.
void stack_forward(void* stack, float* x, int count, const int* ends, const float* memory, const int* memory_ends, float drop) {
  auto& s = *static_cast<Stack*>(stack);
  make_chances(drop);
  int rows = ends[count];
  if (s.writes) {
    s.memory_rows = memory_ends[count];
    s.memory.make(size_t(s.memory_rows) * s.width + 8);
    narrow_all(memory, s.memory.at, size_t(s.memory_rows) * s.width);
  }
  for (auto& l : s.layers) {
    forward(l.self, x, rows, s.width, nullptr, 0, {count, ends, ends, s.writes});
    if (s.writes) forward(l.cross, x, rows, s.width, s.memory.at, s.memory_rows, {count, ends, memory_ends, false});
    forward(l.ff, x, rows, s.width);
  }
}

// dx is changed in place; dmemory is added to; so are the gradients.
void stack_backward(void* stack, float* dx, int count, const int* ends, float* dmemory, const int* memory_ends) {
  auto& s = *static_cast<Stack*>(stack);
  int rows = ends[count];
  for (size_t at = s.layers.size(); at-- > 0;) {
    auto& l = s.layers[at];
    backward(l.ff, dx, rows, s.width);
    if (s.writes) backward(l.cross, dx, rows, s.width, s.memory.at, s.memory_rows, dmemory, {count, ends, memory_ends, false});
    backward(l.self, dx, rows, s.width, nullptr, 0, nullptr, {count, ends, ends, s.writes});
  }
}
}
