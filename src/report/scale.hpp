#pragma once

#include <span>
#include <string>
#include <vector>

/// From values to places on the page, and the round numbers in between.
namespace alcole::report {

/// The least and the largest of the finite numbers met so far.
class Extent {
  public:
    void include(double v);
    void include(std::span<const double> values);
    bool empty() const { return low_ > high_; }
    double low() const { return low_; }
    double high() const { return high_; }

  private:
    double low_ = 1;
    double high_ = 0;
};

struct Tick {
    double value = 0;
    std::string text{};
};

/// An axis: values from low to high lie evenly between two places, or their logarithms do.
class Scale {
  public:
    /// A little wider than the range, but not beyond a zero at its end; about so many round numbers are ticked.
    static Scale linear(const Extent& range, double from, double to, int about_ticks);
    /// As wide as the range and a little more; ticks at powers of ten, at 2 and 5 between them when there are few.
    static Scale logarithmic(const Extent& range, double from, double to);
    /// From one whole number to another.
    static Scale steps(int first, int last, double from, double to);

    double operator()(double v) const;
    double low() const { return low_; }
    double high() const { return high_; }
    double from() const { return from_; }
    double to() const { return to_; }
    const std::vector<Tick>& ticks() const { return ticks_; }
    /// Of the words at linear ticks.
    int decimals() const { return decimals_; }
    /// Other words at the ticks: "98 %" for 0.98.
    void label_ticks_as_percent();

  private:
    double low_ = 0, high_ = 1, from_ = 0, to_ = 1;
    bool logarithmic_ = false;
    int decimals_ = 0;
    std::vector<Tick> ticks_{};
};

}  // namespace alcole::report
