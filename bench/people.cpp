#include "people.hpp"

#include <alcole/data/twin.hpp>
#include <alcole/random.hpp>

#include "studies/settings.hpp"

#include <cstdlib>
#include <fstream>

namespace alcole::bench {

studies::People people(std::int64_t races) {
    studies::Settings settings;
    settings.races = races;
    if (std::getenv("ALCOLE_DATA_DIR") != nullptr) settings.data = "compas";  // NOLINT: one thread
    return studies::people_of(settings);
}

tabular::Table different_people(std::size_t rows) {
    tabular::Table table = data::twin(rows, 1);
    Random random(1);
    for (auto& column : table.columns)
        if (column.name == "age")
            for (double& age : column.numbers) age += random.uniform();
    return table;
}

void write_csv(const studies::People& people, const std::string& file) {
    std::ofstream out(file);
    std::vector<std::string> columns = people.features;
    columns.emplace_back("two_year_recid");
    for (std::size_t c = 0; c < columns.size(); ++c) out << (c > 0 ? "," : "") << columns[c];
    out << '\n';
    for (std::size_t row = 0; row < people.table.num_rows; ++row) {
        for (std::size_t c = 0; c < columns.size(); ++c)
            out << (c > 0 ? "," : "") << people.table.at(columns[c]).text(row);
        out << '\n';
    }
}

}  // namespace alcole::bench
