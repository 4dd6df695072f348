#pragma once

#include "certify/certificate.hpp"

#include <string>

namespace alcole::app {

/// A certificate as text for a terminal: what it stands on, a line per constraint and for the loss, why bounds are
/// missing.
std::string certificate_summary(const certify::Certificate& certificate, bool colours);

}  // namespace alcole::app
