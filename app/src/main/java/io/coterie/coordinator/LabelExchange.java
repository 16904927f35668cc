package io.coterie.coordinator;

import io.coterie.message.SiteMessage;
import io.coterie.wire.Slot;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The end of a study: each site gets the answer, labels its records, and says that it has. */
final class LabelExchange implements Exchange {
  private final Slot slot;
  private final Function<String, byte[]> answer;

  LabelExchange(int round, Function<String, byte[]> answer) {
    this.slot = new Slot(round, 1, Slot.Step.LABEL);
    this.answer = answer;
  }

  @Override
  public Slot slot() {
    return slot;
  }

  @Override
  public boolean admits(String site) {
    return true;
  }

  @Override
  public byte[] material(String site) {
    return answer.apply(site);
  }

  /** Whoever has labels says no more than that. */
  @Override
  public long mostBytes() {
    return 0;
  }

  @Override
  public Runnable read(Slot at, String site, byte[] message) {
    if (message.length > 0) {
      throw new IllegalArgumentException("labels stay at their site; nothing is said but done");
    }
    return () -> {};
  }

  @Override
  public Optional<List<SiteMessage>> close(List<String> answered) {
    return Optional.of(List.of());
  }
}
