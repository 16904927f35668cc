package io.coterie.coordinator.rpc;

import io.coterie.EnumText;
import io.coterie.method.fit.SiteFit;
import io.coterie.method.fit.SiteFit.ColumnFit;
import io.coterie.method.fit.SiteFit.Kind;
import io.coterie.study.Study;
import io.coterie.wire.v1.FederationProto.Misfit;
import io.coterie.wire.v1.FederationProto.ShareRequest;
import java.util.List;
import java.util.Optional;

/**
 * What a site shares of its fit, as words of this program: a site's own text is not repeated, and
 * what makes no sense is left out.
 */
record SharedFit(Study study, ShareRequest request) {
  private static final int MOST_CLUSTERS = 1_000;

  String words() {
    int columns = study.plan().input().dimension();
    List<ColumnFit> misfits =
        request.getColumnsList().stream()
            .filter(misfit -> isPossible(misfit, columns))
            .map(SharedFit::read)
            .flatMap(Optional::stream)
            .limit(columns)
            .toList();
    List<Integer> clusters =
        request.getClustersList().stream()
            .filter(cluster -> cluster >= 0 && cluster < MOST_CLUSTERS)
            .distinct()
            .sorted()
            .toList();
    SiteFit fit =
        new SiteFit(
            SiteFit.State.CHECKED,
            misfits,
            request.getOtherPopulation() && !misfits.isEmpty(),
            clusters,
            0);
    List<String> words = fit.words(this::name);
    return words.isEmpty() ? "nothing" : String.join("; ", words);
  }

  private static boolean isPossible(Misfit misfit, int columns) {
    boolean isOfColumns = misfit.getKind().equals("swapped");
    return misfit.getColumn() >= 0
        && misfit.getColumn() < columns
        && misfit.getSecond() >= 0
        && (!isOfColumns || (misfit.getOther() >= 0 && misfit.getOther() < columns))
        && Double.isFinite(misfit.getOffset())
        && misfit.getFactor() > 0
        && Double.isFinite(misfit.getFactor());
  }

  private static Optional<ColumnFit> read(Misfit misfit) {
    return EnumText.parse(Kind.class, misfit.getKind())
        .map(
            kind ->
                new ColumnFit(
                    misfit.getColumn(),
                    kind,
                    1,
                    misfit.getFactor(),
                    misfit.getOffset(),
                    misfit.getOther(),
                    misfit.getSecond()));
  }

  private String name(int column) {
    List<String> names = study.schema().names();
    return column < names.size() ? names.get(column) : "column " + (column + 1);
  }
}
