#include "hock_schittkowski.hpp"

#include <cmath>

namespace alcole::problems {
namespace {

/// HS101 to HS103, geometric programs that differ in one exponent.
KnownProblem geometric(const std::string& name, double a, double value) {
    return known<7, 6>(
        {.name = name,
         .start = repeat(7, 6),
         .lower = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.01},
         .upper = repeat(7, 10),
         .values = {value}},
        [a](auto x, auto& f, auto c) {
            const auto x1 = x(1), x2 = x(2), x3 = x(3), x4 = x(4), x5 = x(5), x6 = x(6), x7 = x(7);
            f = 10 * x1 * square(x4) * pow(x7, a) / (x2 * pow(x6, 3)) +
                15 * x3 * x4 / (x1 * square(x2) * x5 * sqrt(x7)) + 20 * x2 * x6 / (square(x1) * x4 * square(x5)) +
                25 * square(x1) * square(x2) * sqrt(x5) * x7 / (x3 * square(x6));
            c(1) = 0.5 * sqrt(x1) * x7 / (x3 * square(x6)) + 0.7 * pow(x1, 3) * x2 * x6 * sqrt(x7) / square(x3) +
                   0.2 * x3 * pow(x6, 2.0 / 3) * pow(x7, 0.25) / (x2 * sqrt(x4)) - 1;
            c(2) = 1.3 * x2 * x6 / (sqrt(x1) * x3 * x5) + 0.8 * x3 * square(x6) / (x4 * x5) +
                   3.1 * sqrt(x2) * pow(x6, 1.0 / 3) / (x1 * square(x4) * x5) - 1;
            c(3) = 2 * x1 * x5 * pow(x7, 1.0 / 3) / (pow(x3, 1.5) * x6) + 0.1 * x2 * x5 / (sqrt(x3) * x6 * sqrt(x7)) +
                   x2 * sqrt(x3) * x5 / x1 + 0.65 * x3 * x5 * x7 / (square(x2) * x6) - 1;
            c(4) = 0.2 * x2 * sqrt(x5) * pow(x7, 1.0 / 3) / (square(x1) * x4) +
                   0.3 * sqrt(x1) * square(x2) * x3 * pow(x4, 1.0 / 3) * pow(x7, 0.25) / pow(x5, 2.0 / 3) +
                   0.4 * x3 * x5 * pow(x7, 0.75) / (pow(x1, 3) * square(x2)) + 0.5 * x4 * sqrt(x7) / square(x3) - 1;
            c(5) = 100 - f;
            c(6) = f - 3000;
        });
}

constexpr std::array<double, 10> free_energies = {-6.089,  -17.164, -34.054, -5.914,  -24.721,
                                                  -14.986, -24.100, -10.708, -26.662, -22.179};

/// The mass balances of HS111 and HS112 for amounts y(1..10).
template <class Y, class C>
void mass_balances(const Y& y, const C& c) {
    c(1) = y(1) + 2 * y(2) + 2 * y(3) + y(6) + y(10) - 2;
    c(2) = y(4) + 2 * y(5) + y(6) + y(7) - 1;
    c(3) = y(3) + y(7) + y(8) + 2 * y(9) + y(10) - 1;
}

}  // namespace

std::vector<KnownProblem> hock_schittkowski_101_to_119() {
    std::vector<KnownProblem> list;

    list.push_back(geometric("HS101", -0.25, 1809.76476));
    list.push_back(geometric("HS102", 0.125, 911.880571));
    list.push_back(geometric("HS103", 0.5, 543.667958));
    list.push_back(known<8, 6>(
        {.name = "HS104",
         .start = {6, 3, 0.4, 0.2, 6, 6, 1, 0.5},
         .lower = repeat(8, 0.1),
         .upper = repeat(8, 10),
         .values = {3.9511634396}},
        [](auto x, auto& f, auto c) {
            f = 0.4 * pow(x(1), 0.67) * pow(x(7), -0.67) + 0.4 * pow(x(2), 0.67) * pow(x(8), -0.67) + 10 - x(1) - x(2);
            c(1) = 0.0588 * x(5) * x(7) + 0.1 * x(1) - 1;
            c(2) = 0.0588 * x(6) * x(8) + 0.1 * x(1) + 0.1 * x(2) - 1;
            c(3) = 4 * x(3) / x(5) + 2 * pow(x(3), -0.71) / x(5) + 0.0588 * pow(x(3), -1.3) * x(7) - 1;
            c(4) = 4 * x(4) / x(6) + 2 * pow(x(4), -0.71) / x(6) + 0.0588 * pow(x(4), -1.3) * x(8) - 1;
            c(5) = 1 - f;
            c(6) = f - 4.2;
        }));
    list.push_back(known<8, 1>({.name = "HS105",
                                .start = {0.1, 0.2, 100, 125, 175, 11.2, 13.2, 15.8},
                                .lower = {0.001, 0.001, 100, 130, 170, 5, 5, 5},
                                .upper = {0.499, 0.449, 180, 210, 240, 25, 25, 25},
                                .values = {1136.307304, 1136.360984}},
                               [](auto x, auto& f, auto c) {
                                   struct Group {
                                       double y;
                                       int count;
                                   };
                                   static const std::vector<Group> sample = {
                                       {95, 1},   {105, 1},  {110, 4},  {115, 4},  {120, 15}, {125, 15},
                                       {130, 15}, {135, 13}, {140, 21}, {145, 12}, {150, 17}, {155, 4},
                                       {160, 20}, {165, 8},  {170, 17}, {175, 8},  {180, 6},  {185, 6},
                                       {190, 7},  {195, 4},  {200, 3},  {205, 3},  {210, 8},  {215, 1},
                                       {220, 6},  {230, 5},  {235, 1},  {240, 7},  {245, 1},  {250, 2}};
                                   const auto bell = [](double y, const auto& mean, const auto& sd) {
                                       return exp(-square(y - mean) / (2 * square(sd))) / sd;
                                   };
                                   f = 0;
                                   for (const auto& [y, count] : sample)
                                       f -= count * log((x(1) * bell(y, x(3), x(6)) + x(2) * bell(y, x(4), x(7)) +
                                                         (1 - x(1) - x(2)) * bell(y, x(5), x(8))) /
                                                        std::sqrt(2 * 3.141592653589793));
                                   c(1) = x(1) + x(2) - 1;
                               }));
    list.push_back(
        known<8, 6>({.name = "HS106",
                     .start = {5000, 5000, 5000, 200, 350, 150, 225, 425},
                     .lower = {100, 1000, 1000, 10, 10, 10, 10, 10},
                     .upper = {10000, 10000, 10000, 1000, 1000, 1000, 1000, 1000},
                     .values = {7049.24802053},
                     .multipliers = {1964.04607, 5210.67415, 5109.97067, 0.00847584762, 0.00957865171, 0.01}},
                    [](auto x, auto& f, auto c) {
                        f = x(1) + x(2) + x(3);
                        c(1) = 0.0025 * (x(4) + x(6)) - 1;
                        c(2) = 0.0025 * (x(5) + x(7) - x(4)) - 1;
                        c(3) = 0.01 * (x(8) - x(5)) - 1;
                        c(4) = -x(1) * x(6) + 833.33252 * x(4) + 100 * x(1) - 83333.333;
                        c(5) = -x(2) * x(7) + 1250 * x(5) + x(2) * x(4) - 1250 * x(4);
                        c(6) = -x(3) * x(8) + 1250000 + x(3) * x(5) - 2500 * x(5);
                    }));
    list.push_back(known<9, 13>(
        {.name = "HS108",
         .start = repeat(9, 1),
         .lower = {-infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, -infinity, 0},
         .values = {-0.866025403784, -0.674981449, -0.5, 0, -0.6928203},
         .degenerate = true},
        [](auto x, auto& f, auto c) {
            f = -0.5 * (x(1) * x(4) - x(2) * x(3) + x(3) * x(9) - x(5) * x(9) + x(5) * x(8) - x(6) * x(7));
            c(1) = square(x(3)) + square(x(4)) - 1;
            c(2) = square(x(5)) + square(x(6)) - 1;
            c(3) = square(x(9)) - 1;
            c(4) = square(x(1)) + square(x(2) - x(9)) - 1;
            c(5) = square(x(1) - x(5)) + square(x(2) - x(6)) - 1;
            c(6) = square(x(1) - x(7)) + square(x(2) - x(8)) - 1;
            c(7) = square(x(3) - x(5)) + square(x(4) - x(6)) - 1;
            c(8) = square(x(3) - x(7)) + square(x(4) - x(8)) - 1;
            c(9) = square(x(7)) + square(x(8) - x(9)) - 1;
            c(10) = x(2) * x(3) - x(1) * x(4);
            c(11) = -x(3) * x(9);
            c(12) = x(5) * x(9);
            c(13) = x(6) * x(7) - x(5) * x(8);
        }));
    list.push_back(known<10, 0>({.name = "HS110",
                                 .start = repeat(10, 9),
                                 .lower = repeat(10, 2.001),
                                 .upper = repeat(10, 9.999),
                                 .values = {-45.77846971}},
                                [](auto x, auto& f, auto) {
                                    f = 1;
                                    for (std::size_t i = 1; i <= 10; ++i) f *= x(i);
                                    f = -pow(f, 0.2);
                                    for (std::size_t i = 1; i <= 10; ++i)
                                        f += square(log(x(i) - 2)) + square(log(10 - x(i)));
                                }));
    list.push_back(known<10, 3>({.name = "HS111",
                                 .start = repeat(10, -2.3),
                                 .lower = repeat(10, -100),
                                 .upper = repeat(10, 100),
                                 .equalities = {1, 2, 3},
                                 .values = {-47.76109026, -47.707563}},
                                [](auto x, auto& f, auto c) {
                                    using S = std::remove_reference_t<decltype(f)>;
                                    const auto y = [&x](std::size_t i) { return exp(x(i)); };
                                    S sum = 0;
                                    for (std::size_t i = 1; i <= 10; ++i) sum += y(i);
                                    f = 0;
                                    for (std::size_t i = 1; i <= 10; ++i)
                                        f += y(i) * (free_energies.at(i - 1) + x(i) - log(sum));
                                    mass_balances(y, c);
                                }));
    list.push_back(known<10, 3>({.name = "HS112",
                                 .start = repeat(10, 0.1),
                                 .lower = repeat(10, 1e-6),
                                 .equalities = {1, 2, 3},
                                 .values = {-47.76109086}},
                                [](auto x, auto& f, auto c) {
                                    using S = std::remove_reference_t<decltype(f)>;
                                    S sum = 0;
                                    for (std::size_t i = 1; i <= 10; ++i) sum += x(i);
                                    f = 0;
                                    for (std::size_t i = 1; i <= 10; ++i)
                                        f += x(i) * (free_energies.at(i - 1) + log(x(i) / sum));
                                    mass_balances(x, c);
                                }));
    list.push_back(known<10, 8>({.name = "HS113", .start = {2, 3, 5, 5, 1, 2, 7, 3, 6, 10}, .values = {24.3062091}},
                                [](auto x, auto& f, auto c) {
                                    f = square(x(1)) + square(x(2)) + x(1) * x(2) - 14 * x(1) - 16 * x(2) +
                                        square(x(3) - 10) + 4 * square(x(4) - 5) + square(x(5) - 3) +
                                        2 * square(x(6) - 1) + 5 * square(x(7)) + 7 * square(x(8) - 11) +
                                        2 * square(x(9) - 10) + square(x(10) - 7) + 45;
                                    c(1) = 4 * x(1) + 5 * x(2) - 3 * x(7) + 9 * x(8) - 105;
                                    c(2) = 10 * x(1) - 8 * x(2) - 17 * x(7) + 2 * x(8);
                                    c(3) = -8 * x(1) + 2 * x(2) + 5 * x(9) - 2 * x(10) - 12;
                                    c(4) =
                                        3 * square(x(1) - 2) + 4 * square(x(2) - 3) + 2 * square(x(3)) - 7 * x(4) - 120;
                                    c(5) = 5 * square(x(1)) + 8 * x(2) + square(x(3) - 6) - 2 * x(4) - 40;
                                    c(6) = 0.5 * square(x(1) - 8) + 2 * square(x(2) - 4) + 3 * square(x(5)) - x(6) - 30;
                                    c(7) = square(x(1)) + 2 * square(x(2) - 2) - 2 * x(1) * x(2) + 14 * x(5) - 6 * x(6);
                                    c(8) = -3 * x(1) + 6 * x(2) + 12 * square(x(9) - 8) - 7 * x(10);
                                }));
    list.push_back(known<10, 11>({.name = "HS114",
                                  .start = {1745, 12000, 110, 3048, 1974, 89.2, 92.8, 8, 3.6, 145},
                                  .lower = {1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 85, 90, 3, 1.2, 145},
                                  .upper = {2000, 16000, 120, 5000, 2000, 93, 95, 12, 4, 162},
                                  .equalities = {9, 10, 11},
                                  .values = {-1768.80696}},
                                 [](auto x, auto& f, auto c) {
                                     constexpr double a = 0.99, b = 0.9;
                                     f = 5.04 * x(1) + 0.035 * x(2) + 10 * x(3) + 3.36 * x(5) - 0.063 * x(4) * x(7);
                                     const auto g1 = 35.82 - 0.222 * x(10) - b * x(9);
                                     const auto g2 = -133 + 3 * x(7) - a * x(10);
                                     const auto g5 =
                                         1.12 * x(1) + 0.13167 * x(1) * x(8) - 0.00667 * x(1) * square(x(8)) - a * x(4);
                                     const auto g6 =
                                         57.425 + 1.098 * x(8) - 0.038 * square(x(8)) + 0.325 * x(6) - a * x(7);
                                     c(1) = -g1;
                                     c(2) = -g2;
                                     c(3) = g1 - x(9) * (1 / b - b);
                                     c(4) = g2 - x(10) * (1 / a - a);
                                     c(5) = -g5;
                                     c(6) = -g6;
                                     c(7) = g5 - x(4) * (1 / a - a);
                                     c(8) = g6 - x(7) * (1 / a - a);
                                     c(9) = 1.22 * x(4) - x(1) - x(5);
                                     c(10) = 98000 * x(3) / (x(4) * x(9) + 1000 * x(3)) - x(6);
                                     c(11) = (x(2) + x(5)) / x(1) - x(8);
                                 }));
    list.push_back(
        known<13, 15>({.name = "HS116",
                       .start = {0.5, 0.8, 0.9, 0.1, 0.14, 0.5, 489, 80, 650, 450, 150, 150, 150},
                       .lower = {0.1, 0.1, 0.1, 1e-4, 0.1, 0.1, 0.1, 0.1, 500, 0.1, 1, 1e-4, 1e-4},
                       .upper = {1, 1, 1, 0.1, 0.9, 0.9, 1000, 1000, 1000, 500, 150, 150, 150},
                       .values = {97.5875095582, 97.59103466}},
                      [](auto x, auto& f, auto c) {
                          const auto loss = [](const auto& u, const auto& v) {
                              return 0.03475 * u + 0.975 * u * v - 0.00975 * square(u) - v;
                          };
                          f = x(11) + x(12) + x(13);
                          c(1) = x(2) - x(3);
                          c(2) = x(1) - x(2);
                          c(3) = 0.002 * (x(7) - x(8)) - 1;
                          c(4) = 50 - f;
                          c(5) = f - 250;
                          c(6) = 1.262626 * x(10) - 1.231059 * x(3) * x(10) - x(13);
                          c(7) = loss(x(2), x(5));
                          c(8) = loss(x(3), x(6));
                          c(9) = x(1) * x(8) + x(4) * x(7) - x(5) * x(7) - x(4) * x(8);
                          c(10) = 0.002 * (x(2) * x(9) + x(5) * x(8) - x(1) * x(8) - x(6) * x(9)) + x(5) + x(6) - 1;
                          c(11) = x(3) * x(10) + x(6) * x(9) + 500 * (x(2) - x(6)) - x(2) * x(9) - x(2) * x(10);
                          c(12) = 0.9 + 0.002 * (x(2) * x(10) - x(3) * x(10)) - x(2);
                          c(13) = loss(x(1), x(4));
                          c(14) = 1.262626 * x(8) - 1.231059 * x(1) * x(8) - x(11);
                          c(15) = 1.262626 * x(9) - 1.231059 * x(2) * x(9) - x(12);
                      }));
    std::vector<double> start117 = repeat(15, 0.001);
    start117[6] = 60;
    list.push_back(known<15, 5>({.name = "HS117", .start = start117, .lower = repeat(15, 0), .values = {32.34867897}},
                                [](auto x, auto& f, auto c) {
                                    const Colville& data = colville();
                                    const auto z = [&x](std::size_t j) -> const auto& { return x(11 + j); };
                                    f = 0;
                                    for (std::size_t i = 0; i < 10; ++i) f -= data.b[i] * x(i + 1);
                                    for (std::size_t j = 0; j < 5; ++j) {
                                        f += 2 * data.d[j] * pow(z(j), 3);
                                        c(j + 1) = -data.e[j] - 3 * data.d[j] * square(z(j));
                                        for (std::size_t k = 0; k < 5; ++k) {
                                            f += data.c[k][j] * z(k) * z(j);
                                            c(j + 1) -= 2 * data.c[k][j] * z(k);
                                        }
                                        for (std::size_t k = 0; k < 10; ++k) c(j + 1) += data.a[k][j] * x(k + 1);
                                    }
                                }));
    KnownProblem hs118{.name = "HS118",
                       .start = {20, 55, 15, 20, 60, 20, 20, 60, 20, 20, 60, 20, 20, 60, 20},
                       .lower = {8, 43, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                       .upper = {21, 57, 16, 90, 120, 60, 90, 120, 60, 90, 120, 60, 90, 120, 60},
                       .values = {664.82045}};
    hs118.multipliers = repeat(29, 0);
    for (const auto& [number, value] : std::vector<std::pair<std::size_t, double>>{{1, 2.3002},
                                                                                   {4, 0.0486},
                                                                                   {10, 1.7598},
                                                                                   {12, 0.291},
                                                                                   {16, 1.1722},
                                                                                   {18, 0.1926},
                                                                                   {22, 0.5856},
                                                                                   {24, 0.0956},
                                                                                   {25, 1.6612},
                                                                                   {27, 2.3002},
                                                                                   {28, 2.3006},
                                                                                   {29, 2.301}})
        hs118.multipliers[number - 1] = value;
    list.push_back(known<15, 29>(hs118, [](auto x, auto& f, auto c) {
        constexpr std::array<double, 3> linear = {2.3, 1.7, 2.2};
        constexpr std::array<double, 3> quadratic = {1e-4, 1e-4, 1.5e-4};
        constexpr std::array<double, 3> rise = {6, 7, 6};
        constexpr std::array<double, 5> demand = {60, 50, 70, 85, 100};
        f = 0;
        for (std::size_t k = 0; k < 5; ++k) {
            c(25 + k) = demand[k];
            for (std::size_t i = 0; i < 3; ++i) {
                const auto& v = x(3 * k + i + 1);
                f += linear[i] * v + quadratic[i] * square(v);
                c(25 + k) -= v;
                if (k == 0) continue;
                const std::size_t number = 6 * (k - 1) + 2 * i + 1;
                const auto change = v - x(3 * (k - 1) + i + 1);
                c(number) = -change - 7;
                c(number + 1) = change - rise[i];
            }
        }
    }));
    list.push_back(known<16, 8>({.name = "HS119",
                                 .start = repeat(16, 10),
                                 .lower = repeat(16, 0),
                                 .upper = repeat(16, 5),
                                 .equalities = {1, 2, 3, 4, 5, 6, 7, 8},
                                 .values = {244.899698}},
                                [](auto x, auto& f, auto c) {
                                    // Which variables are coupled, by row; the linear equalities as (row of
                                    // coefficients).
                                    static const std::vector<std::vector<std::size_t>> coupled = {{1, 4, 7, 8, 16},
                                                                                                  {2, 3, 7, 10},
                                                                                                  {3, 7, 9, 10, 14},
                                                                                                  {4, 7, 11, 15},
                                                                                                  {5, 6, 10, 12, 16},
                                                                                                  {6, 8, 15},
                                                                                                  {7, 11, 13},
                                                                                                  {8, 10, 15},
                                                                                                  {9, 12, 16},
                                                                                                  {10, 14},
                                                                                                  {11, 12, 13},
                                                                                                  {14},
                                                                                                  {13, 14},
                                                                                                  {14},
                                                                                                  {15},
                                                                                                  {16}};
                                    static const std::vector<std::vector<double>> b = {
                                        {0.22, 0.20, 0.19, 0.25, 0.15, 0.11, 0.12, 0.13, 1, 0, 0, 0, 0, 0, 0, 0},
                                        {-1.46, 0, -1.30, 1.82, -1.15, 0, 0.80, 0, 0, 1, 0, 0, 0, 0, 0, 0},
                                        {1.29, -0.89, 0, 0, -1.16, -0.96, 0, -0.49, 0, 0, 1, 0, 0, 0, 0, 0},
                                        {-1.10, -1.06, 0.95, -0.54, 0, -1.78, -0.41, 0, 0, 0, 0, 1, 0, 0, 0, 0},
                                        {0, 0, 0, -1.43, 1.51, 0.59, -0.33, -0.43, 0, 0, 0, 0, 1, 0, 0, 0},
                                        {0, -1.72, -0.33, 0, 1.62, 1.24, 0.21, -0.26, 0, 0, 0, 0, 0, 1, 0, 0},
                                        {1.12, 0, 0, 0.31, 0, 0, 1.12, 0, -0.36, 0, 0, 0, 0, 0, 1, 0},
                                        {0, 0.45, 0.26, -1.10, 0.58, 0, -1.03, 0.10, 0, 0, 0, 0, 0, 0, 0, 1}};
                                    static const std::vector<double> right = {2.5, 1.1, -3.1, -3.5,
                                                                              1.3, 2.1, 2.3,  -1.5};
                                    const auto q = [&x](std::size_t i) { return square(x(i)) + x(i) + 1; };
                                    f = 0;
                                    for (std::size_t i = 0; i < 16; ++i)
                                        for (const std::size_t j : coupled[i]) f += q(i + 1) * q(j);
                                    for (std::size_t i = 0; i < 8; ++i) {
                                        c(i + 1) = -right[i];
                                        for (std::size_t j = 0; j < 16; ++j) c(i + 1) += b[i][j] * x(j + 1);
                                    }
                                }));
    return list;
}

}  // namespace alcole::problems
