#include "solver/state/format.hpp"

#include <alcole/options.hpp>

#include <bit>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace alcole::solver {
namespace {

static_assert(std::endian::native == std::endian::little, "state files are little-endian");

template <class V>
concept Plain = std::is_arithmetic_v<V> && !std::same_as<V, bool>;

template <class V>
concept Struct = std::is_class_v<V>;

/// Appends values to a string of bytes.
class Writer {
  public:
    template <Plain V>
    void operator()(const V& value) {
        append(&value, sizeof value);
    }
    void operator()(const bool& value) { bytes_.push_back(value ? '\1' : '\0'); }

    template <class V>
    void operator()(const std::vector<V>& values) {
        (*this)(static_cast<std::uint64_t>(values.size()));
        if constexpr (Plain<V>)
            append(values.data(), values.size() * sizeof(V));
        else
            for (const auto& v : values) (*this)(v);
    }
    void operator()(const std::string& text) {
        (*this)(static_cast<std::uint64_t>(text.size()));
        append(text.data(), text.size());
    }
    template <class V>
    void operator()(const std::optional<V>& value) {
        (*this)(value.has_value());
        if (value) (*this)(*value);
    }
    template <Struct V>
    void operator()(const V& value) {
        fields(*this, value);
    }

    std::string take() && { return std::move(bytes_); }

  private:
    void append(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
    std::string bytes_;
};

/// The minimum size of a struct in a list: three numbers, or a number and the lengths of two lists.
constexpr std::size_t smallest_struct = 3 * sizeof(std::uint64_t);

/// Extracts values from bytes; never reads past the end, and never allocates more than the remaining bytes can fill.
class Reader {
  public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <Plain V>
    void operator()(V& value) {
        take(&value, sizeof value);
    }
    void operator()(bool& value) {
        char c = 0;
        take(&c, 1);
        if (c != '\0' && c != '\1') throw std::runtime_error("a yes-or-no field holds neither");
        value = c == '\1';
    }
    template <class V>
    void operator()(std::vector<V>& values) {
        std::uint64_t size = 0;
        (*this)(size);
        const std::size_t min_bytes = Plain<V> ? sizeof(V) : smallest_struct;
        if (size > rest_.size() / min_bytes) throw std::runtime_error("it ends in the middle of a list");
        values.resize(size);
        if constexpr (Plain<V>)
            take(values.data(), values.size() * sizeof(V));
        else
            for (auto& v : values) (*this)(v);
    }
    void operator()(std::string& text) {
        std::uint64_t size = 0;
        (*this)(size);
        if (size > rest_.size()) throw std::runtime_error("it ends in the middle of a text");
        text.assign(rest_.substr(0, size));
        rest_.remove_prefix(size);
    }
    template <class V>
    void operator()(std::optional<V>& value) {
        bool present = false;
        (*this)(present);
        if (present) (*this)(value.emplace());
    }
    template <Struct V>
    void operator()(V& value) {
        fields(*this, value);
    }

    void expect_end() const {
        if (!rest_.empty()) throw std::runtime_error("it has bytes after its end");
    }

  private:
    void take(void* data, std::size_t size) {
        if (size > rest_.size()) throw std::runtime_error("it ends in the middle of a value");
        if (size > 0) std::memcpy(data, rest_.data(), size);
        rest_.remove_prefix(size);
    }
    std::string_view rest_;
};

/// S or const S, so that one list of fields serves the writer and the reader.
template <class V, class S>
concept Is = std::same_as<std::remove_const_t<V>, S>;

template <class V, class A, class B>
concept IsEither = Is<V, A> || Is<V, B>;

template <class Archive, class... V>
void each(Archive& archive, V&... values) {
    (archive(values), ...);
}

template <class Archive, Is<Counts> S>
void fields(Archive& archive, S& s) {
    each(archive, s.risks, s.pullbacks, s.strict_risks, s.batch_risks, s.batch_pullbacks, s.hessians, s.hessian_vectors,
         s.steps);
}

template <class Archive, Is<TraceRecord> S>
void fields(Archive& archive, S& s) {
    each(archive, s.iteration, s.steps, s.exact, s.risks, s.lambda, s.alpha, s.loose, s.stationarity, s.violation,
         s.complementarity, s.seconds);
}

template <class Archive, Is<detail::SurrogateLevel> S>
void fields(Archive& archive, S& s) {
    each(archive, s.shift, s.held, s.broke, s.last, s.factor, s.moves);
}

/// Options are stored as text, in the order of their table; a value that cannot be set is rejected.
void fields(Writer& archive, const Options& options) {
    for (const auto& option : option_table()) archive(get_option(options, option.name));
}
void fields(Reader& archive, Options& options) {
    for (const auto& option : option_table()) {
        std::string text;
        archive(text);
        try {
            set_option(options, option.name, text);
        } catch (const std::invalid_argument& error) {
            throw std::runtime_error(error.what());
        }
        if (get_option(options, option.name) != text) throw std::runtime_error("an option is not in its usual form");
    }
}

template <class Archive, Is<detail::Stagnation> S>
void fields(Archive& archive, S& s) {
    each(archive, s.last_ascent, s.least_violation, s.violation_stuck, s.smallest_residual, s.residual_stuck,
         s.mark_objective, s.mark_lambda, s.mark_ascent, s.ascent_stuck);
}

template <class Archive, Is<detail::Closest> S>
void fields(Archive& archive, S& s) {
    each(archive, s.residual, s.objective, s.lambda);
}

template <class Archive, Is<detail::Settling> S>
void fields(Archive& archive, S& s) {
    each(archive, s.before, s.sum, s.squares, s.origin, s.dual_steps, s.begun, s.settled);
}

template <class Archive, Is<detail::DualMemory> S>
void fields(Archive& archive, S& s) {
    each(archive, s.scales, s.units, s.levels, s.width, s.stagnation, s.closest, s.gradient_size, s.inner_tolerance,
         s.best_objective, s.best_lambda, s.infeasible, s.stalled, s.rescued, s.returned, s.softened_from, s.moved_on,
         s.settling, s.growth, s.epoch, s.evaluated, s.residual, s.newton_below);
}

template <class Archive, IsEither<detail::PrimalMemory<float>, detail::PrimalMemory<double>> S>
void fields(Archive& archive, S& s) {
    each(archive, s.start, s.in_progress, s.steps, s.origin, s.closest, s.convex, s.lowest_value, s.lowest_slope,
         s.idle, s.pairs_s, s.pairs_y, s.pairs_sy, s.pairs, s.newest, s.preconditioner, s.preconditioner_age,
         s.preconditioner_term, s.first, s.second, s.updates, s.window, s.running, s.strict, s.frozen, s.known);
}

template <class Archive, Is<DualState> S>
void fields(Archive& archive, S& s) {
    each(archive, s.lambda, s.alpha, s.iteration, s.trace, s.counts, s.seconds, s.options, s.gradient_floor, s.memory);
}

template <class Archive, IsEither<Kept<float>, Kept<double>> S>
void fields(Archive& archive, S& s) {
    each(archive, s.iteration, s.risks, s.theta);
}

template <class Archive, IsEither<State<float>, State<double>> S>
void fields(Archive& archive, S& s) {
    each(archive, s.theta, s.dual, s.best, s.samples, s.memory);
}

}  // namespace

template <class T>
std::string encode(const State<T>& state) {
    Writer writer;
    writer(state);
    return std::move(writer).take();
}

template <class T>
State<T> decode(std::string_view bytes) {
    Reader reader(bytes);
    State<T> state;
    reader(state);
    reader.expect_end();
    return state;
}

template std::string encode(const State<float>&);
template std::string encode(const State<double>&);
template State<float> decode(std::string_view);
template State<double> decode(std::string_view);

}  // namespace alcole::solver
