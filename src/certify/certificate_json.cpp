#include "base/json.hpp"
#include "certify/fields.hpp"

namespace alcole::certify {

std::string to_json(const Certificate& certificate) {
    return base::json_text(certificate, "a certificate", -1, base::Order::by_name);
}

Certificate certificate_from_json(std::string_view text) { return base::from_json<Certificate>(text, "certificate"); }

}  // namespace alcole::certify
