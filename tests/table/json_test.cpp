#include "base/json.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace alcole::base {

enum class Colour : std::uint8_t { red, green };
constexpr auto names_of(Colour) { return words("red", "green"); }

struct Wheel {
    double radius = 1;
    Colour colour = Colour::red;
};
void fields(auto& visit, Is<Wheel> auto& w) {
    visit("radius", w.radius, or_null);
    visit("colour", w.colour);
    visit.require(!(w.radius < 0), "is smaller than nothing");
}

struct Price {
    std::string shop{};
    double euros = 0;
};
struct Car {
    std::string name{};
    std::vector<Wheel> wheels{};
    std::optional<std::size_t> seats{};
    std::vector<std::string> owners{};
    std::vector<Price> prices{};
    bool sold = false;
};
void fields(auto& visit, Is<Car> auto& c) {
    visit.version("car", 3);
    list(visit, "name", c.name, "wheels", c.wheels, "seats", c.seats);
    visit("owners", c.owners, omit_empty);
    visit("prices", c.prices, KeyedBy{&Price::shop, &Price::euros});
    visit.derived("wheel_count", [&] { return c.wheels.size(); });
    visit("state", Group{[&](auto& inner) { inner("sold", c.sold); }});
}

namespace {

std::string refusal(const std::string& text) {
    try {
        from_json<Car>(text, "car");
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

const std::string good =
    R"({"car":3,"name":"a","wheels":[{"radius":0.5,"colour":"green"}],"seats":2,"prices":{"b":7.5},)"
    R"("wheel_count":1,"state":{"sold":true}})";

std::string with(const std::string& from, const std::string& to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
}

TEST(Json, OfAListOfFieldsComesBack) {
    const Car car = from_json<Car>(good, "car");
    EXPECT_EQ(car.wheels.at(0).colour, Colour::green);
    EXPECT_EQ(car.seats, 2U);
    EXPECT_EQ(car.prices.at(0).euros, 7.5);
    EXPECT_TRUE(car.sold);
    EXPECT_EQ(json_text(car, "a car"), good);
}

TEST(Json, HasNullForWhatIsNot) {
    Car car{.wheels = {{.radius = INFINITY}}};
    const std::string text = json_text(car, "a car");
    EXPECT_NE(text.find(R"("radius":null)"), std::string::npos) << text;
    EXPECT_NE(text.find(R"("seats":null)"), std::string::npos) << text;
    EXPECT_EQ(text.find("owners"), std::string::npos) << text;
    EXPECT_TRUE(std::isnan(from_json<Car>(text, "car").wheels.at(0).radius));
    car.name = "\xff";
    EXPECT_THROW(json_text(car, "a car"), std::invalid_argument);
}

TEST(Json, IsRefusedInASentenceThatSaysWhere) {
    EXPECT_EQ(refusal(good), "");
    EXPECT_EQ(refusal("{"), "this is not a valid car: it is not JSON");
    EXPECT_EQ(refusal("[]"), "this is not a valid car: it must be an object");
    EXPECT_EQ(refusal(std::string(1000000, '[')),
              "this is not a valid car: the JSON in it is nested too deeply to be ours");
    EXPECT_EQ(refusal(with("3", "4")),
              "this is not a valid car: it has version 4, and this program reads version 3; a newer alcole wrote it");
    EXPECT_EQ(refusal(with("\"name\"", "\"nam\"")), "this is not a valid car: 'name' is missing");
    EXPECT_EQ(refusal(with("\"seats\"", "\"seat\"")),
              "this is not a valid car: 'seat' is unknown; did you mean 'seats'?");
    EXPECT_EQ(refusal(with("\"seats\":2", "\"seats\":-2")),
              "this is not a valid car: 'seats' must be a whole number, 0 or more");
    EXPECT_EQ(refusal(with("\"seats\":2", "\"seats\":1e300")),
              "this is not a valid car: 'seats' must be a whole number, 0 or more");
    EXPECT_EQ(refusal(with("0.5", "true")), "this is not a valid car: 'wheels[0].radius' must be a number");
    EXPECT_EQ(refusal(with("0.5", "1e999")), "this is not a valid car: it is not JSON");
    EXPECT_EQ(refusal(with("0.5", "-1")), "this is not a valid car: 'wheels[0]' is smaller than nothing");
    EXPECT_EQ(
        refusal(with("\"green\"", "\"gren\"")),
        "this is not a valid car: 'wheels[0].colour' must be one of red, green, not 'gren'; did you mean 'green'?");
    EXPECT_EQ(refusal(with("7.5", "\"x\"")), "this is not a valid car: 'prices.b' must be a number");
    EXPECT_EQ(refusal(with("true", "1")), "this is not a valid car: 'state.sold' must be true or false");
}

}  // namespace
}  // namespace alcole::base
