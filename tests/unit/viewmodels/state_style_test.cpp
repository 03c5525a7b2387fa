// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: Apollo-11 authors
#include "app/viewmodels/state_style.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <set>

namespace apollo::viewmodels {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

// Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision deficiency, 2009;
// severity 1.
constexpr Matrix normal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix protanopia{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix deuteranopia{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix tritanopia{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Triple linear(std::uint32_t rgb) {
    Triple result{};
    for (int k = 0; k < 3; ++k) {
        const double v = ((rgb >> (16 - 8 * k)) & 255u) / 255.0;
        result[static_cast<std::size_t>(k)] = v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    }
    return result;
}

Triple times(const Matrix& m, const Triple& v) {
    Triple result{};
    for (std::size_t k = 0; k < 3; ++k)
        result[k] = std::clamp(m[k][0] * v[0] + m[k][1] * v[1] + m[k][2] * v[2], 0.0, 1.0);
    return result;
}

Triple lab(const Triple& rgb) {
    const double x = (0.4124564 * rgb[0] + 0.3575761 * rgb[1] + 0.1804375 * rgb[2]) / 0.95047;
    const double y = 0.2126729 * rgb[0] + 0.7151522 * rgb[1] + 0.0721750 * rgb[2];
    const double z = (0.0193339 * rgb[0] + 0.1191920 * rgb[1] + 0.9503041 * rgb[2]) / 1.08883;
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

double degrees(double radians) {
    return radians * 180 / std::numbers::pi;
}
double radians(double angle) {
    return angle * std::numbers::pi / 180;
}

// Sharma, Wu, Dalal: The CIEDE2000 color-difference formula, 2005.
double distance(const Triple& a, const Triple& b) {
    const double c = (std::hypot(a[1], a[2]) + std::hypot(b[1], b[2])) / 2;
    const double g = 0.5 * (1 - std::sqrt(std::pow(c, 7) / (std::pow(c, 7) + std::pow(25.0, 7))));
    const double a1 = (1 + g) * a[1], a2 = (1 + g) * b[1];
    const double c1 = std::hypot(a1, a[2]), c2 = std::hypot(a2, b[2]);
    const auto hue = [](double x, double y) {
        return x == 0 && y == 0 ? 0.0 : std::fmod(degrees(std::atan2(y, x)) + 360, 360);
    };
    const double h1 = hue(a1, a[2]), h2 = hue(a2, b[2]);
    double dh = c1 * c2 == 0 ? 0 : std::fmod(h2 - h1 + 540, 360) - 180;
    const double dl = b[0] - a[0], dc = c2 - c1, dH = 2 * std::sqrt(c1 * c2) * std::sin(radians(dh) / 2);
    const double lm = (a[0] + b[0]) / 2, cm = (c1 + c2) / 2;
    double hm = h1 + h2;
    if (c1 * c2 != 0) {
        hm /= 2;
        if (std::abs(h1 - h2) > 180) hm += h1 + h2 < 360 ? 180 : -180;
    }
    const double t = 1 - 0.17 * std::cos(radians(hm - 30)) + 0.24 * std::cos(radians(2 * hm)) +
                     0.32 * std::cos(radians(3 * hm + 6)) - 0.20 * std::cos(radians(4 * hm - 63));
    const double theta = 30 * std::exp(-std::pow((hm - 275) / 25, 2));
    const double rc = 2 * std::sqrt(std::pow(cm, 7) / (std::pow(cm, 7) + std::pow(25.0, 7)));
    const double sl = 1 + 0.015 * std::pow(lm - 50, 2) / std::sqrt(20 + std::pow(lm - 50, 2));
    const double sc = 1 + 0.045 * cm, sh = 1 + 0.015 * cm * t, rt = -std::sin(radians(2 * theta)) * rc;
    return std::sqrt(std::pow(dl / sl, 2) + std::pow(dc / sc, 2) + std::pow(dH / sh, 2) + rt * (dc / sc) * (dH / sh));
}

TEST(ColourDistance, AgreesWithPublishedPairs) {
    EXPECT_NEAR(distance({50, 2.6772, -79.7751}, {50, 0, -82.7485}), 2.0425, 1e-4);
    EXPECT_NEAR(distance({22.7233, 20.0904, -46.6940}, {23.0331, 14.9730, -42.5619}), 2.0373, 1e-4);
    EXPECT_NEAR(distance({90.8027, -2.0831, 1.4410}, {91.1528, -1.6435, 0.0447}), 1.4441, 1e-4);
}

TEST(StateStyle, ColoursStayApartAlsoForTheColourBlind) {
    for (const Shade shade : {Shade::Light, Shade::Dark}) {
        for (const Matrix& vision : {normal, protanopia, deuteranopia, tritanopia}) {
            for (std::size_t a = 0; a < style_count; ++a) {
                for (std::size_t b = a + 1; b < style_count; ++b) {
                    const double apart = distance(lab(times(vision, linear(style_at(a).rgb(shade)))),
                                                  lab(times(vision, linear(style_at(b).rgb(shade)))));
                    EXPECT_GT(apart, 10) << style_at(a).letter << " and " << style_at(b).letter;
                }
            }
        }
    }
}

TEST(StateStyle, ShapeAndLetterAreUniqueToo) {
    std::set<Shape> shapes;
    std::set<char> letters;
    for (std::size_t k = 0; k < style_count; ++k) {
        const StateStyle& style = style_at(k);
        shapes.insert(style.shape);
        letters.insert(style.letter);
    }
    EXPECT_EQ(shapes.size(), style_count);
    EXPECT_EQ(letters.size(), style_count);
}

TEST(StateStyle, WhatNobodyNeedsDoesNotLookLikeWhatWaits) {
    const Look waits(domain::RunStatus::Pending, false, false), unneeded(domain::RunStatus::Pending, false, false, true);
    EXPECT_NE(style_of(waits).shape, style_of(unneeded).shape);
    EXPECT_NE(style_of(waits).letter, style_of(unneeded).letter);
    EXPECT_EQ(status_name(unneeded).toStdString(), "Not needed");
    EXPECT_EQ(status_name(waits).toStdString(), "Pending");
    EXPECT_LT(severity(unneeded), severity(waits));
}

TEST(StateStyle, FailureIsTheWorstOfTheStates) {
    for (std::size_t k = 0; k < domain::run_status_count; ++k) {
        EXPECT_LE(severity(static_cast<domain::RunStatus>(k)), severity(domain::RunStatus::Failed));
    }
    EXPECT_GT(severity(Look(domain::RunStatus::Succeeded, false, true)), severity(domain::RunStatus::Failed));
}

}  // namespace
}  // namespace apollo::viewmodels
