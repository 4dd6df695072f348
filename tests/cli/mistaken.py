"""What the tests of mistakes share."""

from made import Made, run, text_of


class Mistakes(Made):
    def refuse_run(self, *arguments, says=(), options=None):
        return self.refused("train", "run.toml", *arguments, says=says, options=options)

    def refuse_table(self, table, says=(), *arguments):
        self.write("people.csv", table if isinstance(table, (str, bytes)) else text_of(table))
        return self.refuse_run(*arguments, says=["people.csv", *says])

    def noted(self, table, *words):
        """Training goes on, and a note has all of `words` in it."""
        self.write("people.csv", text_of(table))
        done = run("train", "run.toml", cwd=self.cwd)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        notes = self.metrics()["notes"]
        self.assertTrue(any(all(word in note for word in words) for note in notes), notes)
