package io.coterie.coordinator;

import io.coterie.CoterieException;
import io.coterie.math.Parallel;
import io.coterie.message.SumPayload;
import io.coterie.message.SumWords;
import io.coterie.method.Reply;
import io.coterie.secure.Identities;
import io.coterie.secure.SumContext;
import io.coterie.secure.SumPlan;
import io.coterie.study.Study;
import io.coterie.study.SumTerms;
import io.coterie.wire.ReplyCodec;
import java.util.Optional;

/** Which rounds of a study are secure sums, and how they are made. */
final class SumRounds {
  private final Study study;
  private final Optional<Identities> identities;
  private final Parallel parallel;

  SumRounds(Study study, Optional<Identities> identities, Parallel parallel) {
    this.study = study;
    this.identities = identities;
    this.parallel = parallel;
    if (SumTerms.of(study).areMasked() && identities.isEmpty()) {
      throw CoterieException.usage(
          "Masked sums need certificates, which sites sign with; --insecure has none. Provision"
              + " certificates, or let privacy.sums be plain in the study file.");
    }
  }

  boolean isMasked(Reply<?> reply) {
    return reply.zero().filter(SumTerms.of(study)::masks).isPresent();
  }

  int mostAttempts() {
    return SumTerms.of(study).mostAttempts();
  }

  /** Returns what would have helped. */
  String lossAdvice() {
    return study.plan().privacy().isStrict()
        ? ", or allow for lost sites with privacy.lost-sites"
        : ", or with a lower participation.quorum";
  }

  Exchange exchange(int round, int attempt, Reply<?> reply, byte[] question) {
    return exchange(
        new SumContext(study.hash(), round, attempt), reply.zero().orElseThrow(), reply, question);
  }

  private <T extends SumPayload<T>> Exchange exchange(
      SumContext context, SumPayload<T> zero, Reply<?> reply, byte[] question) {
    @SuppressWarnings("unchecked") // a sum is of its own kind
    SumWords<T> shape = SumWords.like((T) zero);
    return new SumExchange(
        new SumPlan(context, shape.length(), SumTerms.of(study).threshold()),
        identities.orElseThrow(),
        question,
        words ->
            reply.total(
                study.participation().sites().size(), () -> ReplyCodec.total(shape.total(words))),
        parallel);
  }
}
