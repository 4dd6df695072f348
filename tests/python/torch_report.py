"""result.report(): a page of what is known about a module, and the same in words."""

import html.parser
import os
import tempfile
import unittest

from torch_bodies import flipped, loader, network, people, records, torch

import alcole.torch
from alcole.torch import risks


class Text(html.parser.HTMLParser):
    """What a user reads, without scripts and styles."""

    def __init__(self, page):
        super().__init__()
        self.words, self.hidden = [], 0
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style")

    def handle_data(self, data):
        if not self.hidden:
            self.words.append(data)

    def __str__(self):
        return " ".join("".join(self.words).split())


def page_of(result):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "report.html")
        result.report(file)
        with open(file, encoding="utf-8") as page:
            return page.read()


class Reports(unittest.TestCase):
    def trained(self, bound=1e-3, **more):
        net = network()
        problem = alcole.torch.Problem(net, [risks.Loss(), risks.Counterfactual(flipped, bound, name="a < b & c"),
                                             risks.NormBudget(1e6)])
        return alcole.torch.train(problem, loader(people()), torch.optim.Adam(net.parameters(), 1e-2),
                                  {"stochastic.dual_every": 3}, epochs=25, **more)

    def test_verdicts_prices_trace_and_certificate(self):
        result = self.trained(held_out=loader(people(300, seed=5)))
        found = result.certify(loader(people(500, seed=6)), ranges={"a < b & c": (0, 2)})
        self.assertEqual([row["name"] for row in records(found)], ["a < b & c", "norm"])
        page = page_of(result)
        text = str(Text(page))
        for words in ("In short", "The constraints", "a < b & c", "norm", "held out", "600 rows", "300 rows",
                      "What does every constraint cost?", "How did training get there?", "rows not yet seen", "no part in training",
                      "Sequential", "58 weights", "Adam", "stochastic.dual_every", result.message):
            self.assertIn(words, text)
        self.assertNotIn("people not yet seen", text)
        self.assertNotIn("trace.csv", text)
        self.assertEqual(page.count("<h1>"), 1)
        self.assertIn("<svg", page)
        for network_ in (" src=", "href=\"http", "@import"):
            self.assertNotIn(network_, page)
        self.assertIn("a &lt; b &amp; c", page)
        said = result.explain()
        self.assertIn("Feasible" if result.met else "Not met", said)
        self.assertIn("<table" if hasattr(result.verdicts, "to_html") else "<p>", result._repr_html_())

    def test_without_held_out_rows_and_certificate(self):
        text = str(Text(page_of(self.trained())))
        self.assertIn("no rows were held out", text)
        self.assertNotIn("Certificate", text)

    def test_constraints_that_clash_are_named(self):
        result = self.trained()
        result.status, result.multipliers = "infeasible", [900.0, 0.0]
        self.assertEqual(result.conflict, ["a < b & c"])
        self.assertIn("cannot be met together: a < b & c", repr(result))
        self.assertIn("No model was found that meets 'a < b & c'", result.explain())
        self.assertIn("Why they cannot be met", str(Text(page_of(result))))

    def test_numbers_that_are_none(self):
        result = self.trained()
        result.slacks[0] = result.objective = float("nan")
        page = page_of(result)
        self.assertNotIn("nan", str(Text(page)).lower().replace("finance", ""))


if __name__ == "__main__":
    unittest.main()
