package io.coterie.store.ledger;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.coterie.privacy.LedgerEntry;
import io.coterie.privacy.PrivacyBudget;
import io.coterie.privacy.PrivacyLoss;
import io.coterie.terminal.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A ledger as its owner sees it.
 *
 * @param file where it is
 * @param state what it says
 */
public record LedgerView(Path file, LedgerState state) {
  public boolean isEmpty() {
    return state.lines().isEmpty();
  }

  public Table facts() {
    PrivacyLoss spent = state.spent();
    Table table = Table.ofFacts().row("ledger", file.toString());
    Optional<PrivacyBudget> budget = state.budget();
    String losses = "rho %s, pure epsilon %s".formatted(rho(spent.rho()), rho(spent.pureEpsilon()));
    if (budget.isEmpty()) {
      return table.row("limit", "none is set, so nothing may be released").row("spent", losses);
    }
    double delta = budget.get().delta();
    return table
        .row(
            "limit",
            "epsilon %s at delta %s".formatted(plain(budget.get().epsilon()), plain(delta)))
        .row("spent", "epsilon %s (%s)".formatted(epsilon(spent.epsilon(delta)), losses))
        .row("remaining", "epsilon %s".formatted(epsilon(budget.get().remaining(spent))));
  }

  /** Every line; "spent" is the total so far, at the present limit's delta. */
  public Table entries() {
    Table table =
        Table.withHeader(
            List.of("line", "time", "study", "round", "release", "rho", "epsilon", "spent"));
    PrivacyLoss spent = PrivacyLoss.none();
    int number = 0;
    for (LedgerLine line : state.lines()) {
      number++;
      String time = line.time().toString();
      if (line.charge().isPresent()) {
        LedgerEntry entry = line.charge().get();
        spent = spent.plus(entry.loss());
        table.row(
            Integer.toString(number),
            time,
            entry.study(),
            Integer.toString(entry.round()),
            entry.release(),
            rho(entry.loss().rho()),
            rho(entry.loss().pureEpsilon()),
            spent(spent));
      } else {
        PrivacyBudget limit = line.budget().orElseThrow();
        String set =
            "(limit set: epsilon %s at delta %s)"
                .formatted(plain(limit.epsilon()), plain(limit.delta()));
        table.row(Integer.toString(number), time, "-", "-", set, "-", "-", spent(spent));
      }
    }
    return table;
  }

  private String spent(PrivacyLoss loss) {
    return state.budget().map(limit -> epsilon(loss.epsilon(limit.delta()))).orElse("-");
  }

  public Summary summary() {
    PrivacyLoss spent = state.spent();
    return new Summary(
        file.toString(),
        state
            .budget()
            .map(
                limit ->
                    new Limit(
                        limit.epsilon(),
                        limit.delta(),
                        spent.epsilon(limit.delta()),
                        limit.remaining(spent))),
        spent.rho(),
        spent.pureEpsilon(),
        state.lines());
  }

  /** The same for programs. */
  public record Summary(
      String ledger,
      @JsonUnwrapped Optional<Limit> limit,
      double spentRho,
      double spentPureEpsilon,
      List<LedgerLine> lines) {}

  record Limit(
      double limitEpsilon, double limitDelta, double spentEpsilon, double remainingEpsilon) {}

  private static String epsilon(double epsilon) {
    return String.format(Locale.ROOT, "%.4f", epsilon);
  }

  private static String rho(double rho) {
    return rho == 0 ? "0" : String.format(Locale.ROOT, "%.6f", rho);
  }

  /** Returns a number as its owner would have written it: 4, 0.5, 1e-6. */
  private static String plain(double number) {
    return Double.toString(number).replaceFirst("\\.0(?=E|$)", "").replace('E', 'e');
  }
}
