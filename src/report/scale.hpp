#pragma once

#include <span>
#include <string>
#include <vector>

/// Maps values to positions on the page, and chooses round numbers for the ticks.
namespace alcole::report {

/// The smallest and the largest finite number so far.
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

/// An axis: maps values from low to high linearly, or by their logarithms, to positions between two ends.
class Scale {
  public:
    /// A little wider than the range, but not beyond a zero at its end; about `about_ticks` round numbers get ticks.
    static Scale linear(const Extent& range, double from, double to, int about_ticks);
    /// A little wider than the range; ticks at powers of ten, and at 2 and 5 in between if there are few.
    static Scale logarithmic(const Extent& range, double from, double to);
    /// From one integer to another.
    static Scale steps(int first, int last, double from, double to);

    double operator()(double v) const;
    double low() const { return low_; }
    double high() const { return high_; }
    double from() const { return from_; }
    double to() const { return to_; }
    const std::vector<Tick>& ticks() const { return ticks_; }
    /// Decimals of the labels at linear ticks.
    int decimals() const { return decimals_; }
    /// Labels ticks as percentages: "98 %" for 0.98.
    void label_ticks_as_percent();

  private:
    double low_ = 0, high_ = 1, from_ = 0, to_ = 1;
    bool logarithmic_ = false;
    int decimals_ = 0;
    std::vector<Tick> ticks_{};
};

}  // namespace alcole::report
