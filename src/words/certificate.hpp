#pragma once

#include <alcole/learning/certificate.hpp>

#include "words/common.hpp"

/// What holds for people not yet seen, in words.
namespace alcole::words {

/// Certified or not, with what probability, and what is missing.
Text certified(const certify::Certificate& certificate);

/// What the certificate stands on, its table, and why bounds are missing. `tightened` has the bound that the search had
/// for each constraint, where there were such.
Blocks certificate_parts(const certify::Certificate& certificate,
                         const std::vector<std::optional<double>>& tightened = {});

/// The certificate of the rows of a file.
Document certificate_summary(const certify::Certificate& certificate, const std::string& file);

}  // namespace alcole::words
