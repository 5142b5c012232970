// Row keys of composite records from C++: a host in one of 1000 salted ranges, its events in order of time.
#include <rowkey/rowkey.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

template <auto free_function>
struct deleter {
  template <class T>
  void operator()(T *object) const {
    free_function(object);
  }
};
using layout_ptr = std::unique_ptr<rowkey_layout, deleter<rowkey_layout_free>>;
using encoder_ptr = std::unique_ptr<rowkey_encoder, deleter<rowkey_encoder_free>>;

int main() {
  constexpr std::string_view text = "{md5(host) % 1000:03d}-{host}-{ts:u64}";
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_U64)};

  const std::string hosts = "alphabetagamma";
  const std::vector<std::uint64_t> offsets = {0, 5, 9, 14};
  const std::vector<std::uint64_t> times = {1700000000, 1700000001, 1700000002};
  const std::size_t rows = times.size();
  const rowkey_values columns[] = {
      rowkey_values_of_offsets(ROWKEY_KIND_TEXT, hosts.data(), hosts.size(), offsets.data(), rows),
      rowkey_u64s(times.data(), rows)};
  const rowkey_batch batch = rowkey_batch_of(columns, 2, rows);

  rowkey_error error;
  layout_ptr layout(rowkey_layout_compile(text.data(), text.size(), schema, 2, &error));
  encoder_ptr encoder(layout ? rowkey_encoder_create(layout.get(), 0, &error) : nullptr);
  if (!encoder) return std::fprintf(stderr, "%s\n", error.text), 1;

  std::vector<unsigned char> keys(rowkey_encode_bound(layout.get(), &batch));
  std::vector<std::uint64_t> ends(rows + 1);
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys.data(), keys.size(), ends.data());
  if (rowkey_encode(encoder.get(), &batch, &buffer, nullptr, &error) != ROWKEY_OK)
    return std::fprintf(stderr, "%s\n", error.text), 1;
  for (std::size_t row = 0; row < rows; row++) {
    for (std::uint64_t i = ends[row]; i < ends[row + 1]; i++) {
      const bool printable = keys[i] > 0x20 && keys[i] < 0x7f && keys[i] != '\\';
      std::printf(printable ? "%c" : "\\x%02X", static_cast<unsigned>(keys[i]));
    }
    std::printf("\n");
  }
}
