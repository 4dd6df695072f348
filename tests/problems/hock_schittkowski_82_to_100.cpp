#include "hock_schittkowski.hpp"

#include <cmath>

namespace alcole::problems {
namespace {

/// HS88 to HS92, optimal heating: n switching times, one integral of the squared error as the constraint.
template <std::size_t N>
KnownProblem heating(const std::string& name, double value) {
    KnownProblem facts{.name = name, .values = {value}};
    for (std::size_t i = 0; i < N; ++i) facts.start.push_back(i % 2 == 0 ? 0.5 : -0.5);
    return known<N, 1>(facts, [](auto x, auto& f, auto c) {
        // The first thirty positive roots of  mu tan(mu) = 1.
        static const std::vector<double> mu = [] {
            std::vector<double> roots;
            for (int k = 0; k < 30; ++k) {
                double root = k * 3.141592653589793 + (k == 0 ? 0.86 : 1.0 / (k * 3.141592653589793));
                for (int newton = 0; newton < 50; ++newton)
                    root -= (root * std::sin(root) - std::cos(root)) / (2 * std::sin(root) + root * std::cos(root));
                roots.push_back(root);
            }
            return roots;
        }();
        using S = std::remove_reference_t<decltype(f)>;
        f = 0;
        for (std::size_t i = 1; i <= N; ++i) f += square(x(i));
        std::vector<S> rho;
        std::vector<double> amplitude;
        for (const double m : mu) {
            amplitude.push_back(2 * std::sin(m) / (m + std::sin(m) * std::cos(m)));
            S sum = N % 2 == 0 ? 1.0 : -1.0;
            S tail = 0;
            for (std::size_t i = N; i >= 1; --i) {
                tail += square(x(i));
                const double factor = i == 1 ? 1.0 : (i % 2 == 0 ? -2.0 : 2.0);
                sum += factor * exp(-m * m * tail);
            }
            rho.push_back(-sum / (m * m));
        }
        c(1) = 2.0 / 15 - 1e-4;
        for (std::size_t i = 0; i < mu.size(); ++i) {
            const double m = mu[i];
            for (std::size_t j = i + 1; j < mu.size(); ++j) {
                const double p = m + mu[j], q = m - mu[j];
                c(1) += m * m * mu[j] * mu[j] * amplitude[i] * amplitude[j] * (std::sin(p) / p + std::sin(q) / q) *
                        rho[i] * rho[j];
            }
            c(1) += std::pow(m, 4) * square(amplitude[i]) * (std::sin(2 * m) / (2 * m) + 1) / 2 * square(rho[i]);
            c(1) -= m * m * amplitude[i] * (2 * std::sin(m) / std::pow(m, 3) - 2 * std::cos(m) / (m * m)) * rho[i];
        }
    });
}

/// HS85, the profit of a chemical plant: a chain of intermediate quantities y, each restricted to its range.
KnownProblem plant() {
    return known<5, 38>(
        {.name = "HS85",
         .start = {900, 80, 115, 267, 27},
         .lower = {704.4148, 68.6, 0, 193, 25},
         .upper = {906.3855, 288.88, 134.75, 287.0966, 84.1988},
         .values = {-1.905155259}},
        [](auto x, auto& f, auto c) {
            using S = std::remove_reference_t<decltype(f)>;
            std::array<S, 18> y;
            y[1] = x(2) + x(3) + 41.6;
            y[2] = 12.5 / (0.024 * x(4) - 4.62) + 12;
            y[3] = (0.0003535 * square(x(1)) + 0.5311 * x(1) + 0.08705 * y[2] * x(1)) /
                   (0.052 * x(1) + 78 + 0.002377 * y[2] * x(1));
            y[4] = 19 * y[3];
            const S loss = 0.04782 * (x(1) - y[3]) + 0.1956 * square(x(1) - y[3]) / x(2) + 0.6376 * y[4] + 1.594 * y[3];
            y[5] = (x(1) - y[3] - y[4]) * (0.95 - loss / (100 * x(2)));
            y[6] = x(1) - y[5] - y[4] - y[3];
            const S steam = (y[5] + y[4]) * 0.995;
            y[7] = steam / y[1];
            y[8] = steam / 3798;
            y[9] = 96.82 / (y[7] - 0.0663 * y[7] / y[8] - 0.3153) + 0.321 * y[1];
            y[10] = 1.29 * y[5] + 1.258 * y[4] + 2.29 * y[3] + 1.71 * y[6];
            y[11] = 1.71 * x(1) - 0.452 * y[4] + 0.58 * y[3];
            const S c12 = 0.995 * y[10] + 1998;
            y[12] = 12.3 / 752.3 * x(1) + 1.75 * y[2] * 0.995 * x(1) / c12;
            y[13] = c12 - 1.75 * y[2];
            y[14] = 3623 + 64.4 * x(2) + 58.4 * x(3) + 146312 / (y[9] + x(5));
            y[15] = y[13] / (0.995 * y[10] + 60.8 * x(2) + 48 * x(4) - 0.1121 * y[14] - 5095);
            y[16] = 148000 - 331000 * y[15] + 40 * y[13] - 61 * y[15] * y[13];
            y[17] = 14130000 - 1328 * y[10] - 531 * y[11] + (2324 * y[10] - 28740000 * y[2]) / c12;
            f = -5.843e-7 * y[17] + 1.17e-4 * y[14] + 2.358e-5 * y[13] + 1.502e-6 * y[16] + 0.0321 * y[12] +
                0.004324 * y[5] + 1e-4 * (y[13] / y[15] - y[13] / 0.52) / (1.104 - 0.72 * y[15]) + 37.48 * y[2] / c12 +
                0.1365;
            constexpr std::array<double, 18> least = {0,      213.1,    17.505,   11.275, 214.228,  7.458,
                                                      0.961,  1.612,    0.146,    107.99, 922.693,  926.832,
                                                      18.766, 1072.163, 8961.448, 0.063,  71084.33, 2802713};
            constexpr std::array<double, 18> most = {0,       405.23,   1053.6667, 35.03,   665.585,  584.463,
                                                     265.916, 7.046,    0.222,     273.366, 1286.105, 1444.046,
                                                     537.141, 3247.039, 26844.086, 0.386,   140000,   12146108};
            for (std::size_t i = 1; i <= 17; ++i) {
                c(2 * i - 1) = least[i] - y[i];
                c(2 * i) = y[i] - most[i];
            }
            c(35) = x(3) - 1.5 * x(2);
            c(36) = 0.28 / 0.72 * y[5] - y[4];
            c(37) = 3496 * y[2] / c12 - 21;
            c(38) = 110.6 + y[1] - 62212 / (y[9] + x(5));
        });
}

/// HS95 to HS98 differ in the right-hand sides b of four bilinear forms.
KnownProblem bilinear(const std::string& name, std::array<double, 4> b, std::vector<double> values,
                      std::vector<double> multipliers) {
    return known<6, 4>(
        {.name = name,
         .start = repeat(6, 0),
         .lower = repeat(6, 0),
         .upper = {0.31, 0.046, 0.068, 0.042, 0.028, 0.0134},
         .values = std::move(values),
         .multipliers = std::move(multipliers)},
        [b](auto x, auto& f, auto c) {
            f = 4.3 * x(1) + 31.8 * x(2) + 63.3 * x(3) + 15.8 * x(4) + 68.5 * x(5) + 4.7 * x(6);
            c(1) = b[0] - (17.1 * x(1) + 38.2 * x(2) + 204.2 * x(3) + 212.3 * x(4) + 623.4 * x(5) + 1495.5 * x(6) -
                           169 * x(1) * x(3) - 3580 * x(3) * x(5) - 3810 * x(4) * x(5) - 18500 * x(4) * x(6) -
                           24300 * x(5) * x(6));
            c(2) = b[1] - (17.9 * x(1) + 36.8 * x(2) + 113.9 * x(3) + 169.7 * x(4) + 337.8 * x(5) + 1385.2 * x(6) -
                           139 * x(1) * x(3) - 2450 * x(4) * x(5) - 16600 * x(4) * x(6) - 17200 * x(5) * x(6));
            c(3) = b[2] - (-273 * x(2) - 70 * x(4) - 819 * x(5) + 26000 * x(4) * x(5));
            c(4) = b[3] - (159.9 * x(1) - 311 * x(2) + 587 * x(4) + 391 * x(5) + 2198 * x(6) - 14000 * x(1) * x(6));
        });
}

}  // namespace

std::vector<KnownProblem> hock_schittkowski_82_to_100() {
    std::vector<KnownProblem> list;

    list.push_back(known<5, 6>(
        {.name = "HS83",
         .start = {78, 33, 27, 27, 27},
         .lower = {78, 33, 27, 27, 27},
         .upper = {102, 45, 45, 45, 45},
         .values = {-30665.53867}},
        [](auto x, auto& f, auto c) {
            f = 5.3578547 * square(x(3)) + 0.8356891 * x(1) * x(5) + 37.293239 * x(1) - 40792.141;
            const auto u = 85.334407 + 0.0056858 * x(2) * x(5) + 0.0006262 * x(1) * x(4) - 0.0022053 * x(3) * x(5);
            const auto v = 80.51249 + 0.0071317 * x(2) * x(5) + 0.0029955 * x(1) * x(2) + 0.0021813 * square(x(3));
            const auto w = 9.300961 + 0.0047026 * x(3) * x(5) + 0.0012547 * x(1) * x(3) + 0.0019085 * x(3) * x(4);
            c(1) = -u;
            c(2) = u - 92;
            c(3) = 90 - v;
            c(4) = v - 110;
            c(5) = 20 - w;
            c(6) = w - 25;
        }));
    list.push_back(known<5, 6>({.name = "HS84",
                                .start = {2.52, 2, 37.5, 9.25, 6.8},
                                .lower = {0, 1.2, 20, 9, 6.5},
                                .upper = {1000, 2.4, 60, 9.3, 7},
                                .values = {-5280335.133}},
                               [](auto x, auto& f, auto c) {
                                   const auto form = [&x](double a, double b, double d, double e, double g) {
                                       return x(1) * (a + b * x(2) + d * x(3) + e * x(4) + g * x(5));
                                   };
                                   f = 24345 - form(-8720288.849, 150512.5253, -156.6950325, 476470.3222, 729482.8271);
                                   const auto u = form(-145421.402, 2931.1506, -40.427932, 5106.192, 15711.36);
                                   const auto v = form(-155011.1084, 4360.53352, 12.9492344, 10236.884, 13176.786);
                                   const auto w = form(-326669.5104, 7390.68412, -27.8986976, 16643.076, 30988.146);
                                   c(1) = -u;
                                   c(2) = u - 294000;
                                   c(3) = -v;
                                   c(4) = v - 294000;
                                   c(5) = -w;
                                   c(6) = w - 277200;
                               }));
    list.push_back(plant());
    list.push_back(known<5, 10>({.name = "HS86",
                                 .start = {0, 0, 0, 0, 1},
                                 .lower = repeat(5, 0),
                                 .values = {-32.3486789657},
                                 .multipliers = {0, 0, 5.17404073, 0, 3.06110869, 11.8395457, 0, 0, 0.103896191, 0}},
                                [](auto x, auto& f, auto c) {
                                    const Colville& data = colville();
                                    f = 0;
                                    for (std::size_t j = 0; j < 5; ++j) {
                                        f += data.e[j] * x(j + 1) + data.d[j] * pow(x(j + 1), 3);
                                        for (std::size_t i = 0; i < 5; ++i) f += data.c[i][j] * x(i + 1) * x(j + 1);
                                    }
                                    for (std::size_t i = 0; i < 10; ++i) {
                                        c(i + 1) = data.b[i];
                                        for (std::size_t j = 0; j < 5; ++j) c(i + 1) -= data.a[i][j] * x(j + 1);
                                    }
                                }));
    list.push_back(heating<2>("HS88", 1.362656815));
    list.push_back(heating<3>("HS89", 1.362656815));
    list.push_back(heating<4>("HS90", 1.362656815));
    list.push_back(heating<5>("HS91", 1.362656815));
    list.push_back(heating<6>("HS92", 1.362656815));
    list.push_back(known<6, 2>({.name = "HS93",
                                .start = {5.54, 4.4, 12.02, 11.82, 0.702, 0.852},
                                .lower = repeat(6, 0),
                                .values = {135.075961}},
                               [](auto x, auto& f, auto c) {
                                   const auto u = x(1) * x(4) * (x(1) + x(2) + x(3));
                                   const auto v = x(2) * x(3) * (x(1) + 1.57 * x(2) + x(4));
                                   f = 0.0204 * u + 0.0187 * v + 0.0607 * u * square(x(5)) + 0.0437 * v * square(x(6));
                                   c(1) = 2.07 - 0.001 * x(1) * x(2) * x(3) * x(4) * x(5) * x(6);
                                   c(2) = 0.00062 * u * square(x(5)) + 0.00058 * v * square(x(6)) - 1;
                               }));
    list.push_back(bilinear("HS95", {4.97, -1.88, -29.08, -78.02}, {0.0156195252424}, {0.00314276162, 0, 0, 0}));
    list.push_back(bilinear("HS96", {4.97, -1.88, -69.08, -118.02}, {0.0156195252424}, {0.00314276162, 0, 0, 0}));
    list.push_back(bilinear("HS97", {32.97, 25.12, -29.08, -78.02}, {3.1358091, 4.0712463}, {}));
    list.push_back(bilinear("HS98", {32.97, 25.12, -124.08, -173.02}, {3.1358091, 4.0712463}, {}));
    list.push_back(known<7, 2>({.name = "HS99",
                                .start = repeat(7, 0.5),
                                .lower = repeat(7, 0),
                                .upper = repeat(7, 1.58),
                                .equalities = {1, 2},
                                .values = {-8.3107989e8}},
                               [](auto x, auto& f, auto c) {
                                   constexpr std::array<double, 8> a = {0, 50, 50, 75, 75, 75, 100, 100};
                                   constexpr std::array<double, 8> t = {0, 25, 50, 100, 150, 200, 290, 380};
                                   using S = std::remove_reference_t<decltype(f)>;
                                   S r = 0, q = 0, s = 0;
                                   for (std::size_t i = 1; i < 8; ++i) {
                                       const double dt = t[i] - t[i - 1];
                                       const S push = a[i] * sin(x(i)) - 32;
                                       r += a[i] * dt * cos(x(i));
                                       q += 0.5 * dt * dt * push + dt * s;
                                       s += dt * push;
                                   }
                                   f = -square(r);
                                   c(1) = q - 1e5;
                                   c(2) = s - 1e3;
                               }));
    list.push_back(known<7, 4>(
        {.name = "HS100", .start = {1, 2, 0, 4, 0, 1, 1}, .values = {680.6300573}}, [](auto x, auto& f, auto c) {
            f = square(x(1) - 10) + 5 * square(x(2) - 12) + pow(x(3), 4) + 3 * square(x(4) - 11) + 10 * pow(x(5), 6) +
                7 * square(x(6)) + pow(x(7), 4) - 4 * x(6) * x(7) - 10 * x(6) - 8 * x(7);
            c(1) = 2 * square(x(1)) + 3 * pow(x(2), 4) + x(3) + 4 * square(x(4)) + 5 * x(5) - 127;
            c(2) = 7 * x(1) + 3 * x(2) + 10 * square(x(3)) + x(4) - x(5) - 282;
            c(3) = 23 * x(1) + square(x(2)) + 6 * square(x(6)) - 8 * x(7) - 196;
            c(4) = 4 * square(x(1)) + square(x(2)) - 3 * x(1) * x(2) + 2 * square(x(3)) + 5 * x(6) - 11 * x(7);
        }));
    return list;
}

}  // namespace alcole::problems
