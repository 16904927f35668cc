package io.coterie.coordinator;

import io.coterie.coordinator.rpc.MessageSizes;
import io.coterie.message.SiteMessage;
import io.coterie.method.Reply;
import io.coterie.wire.ReplyCodec;
import io.coterie.wire.Slot;
import java.util.List;
import java.util.Optional;

/** One question, one answer of each site, each seen by the coordinator. */
final class PlainExchange implements Exchange {
  private final Slot slot;
  private final byte[] question;
  private final Reply<?> expected;
  private final StoredReplies.Source stored;

  PlainExchange(int round, byte[] question, Reply<?> expected, StoredReplies.Source stored) {
    this.slot = new Slot(round, 1, Slot.Step.ANSWER);
    this.question = question;
    this.expected = expected;
    this.stored = stored;
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
    return question;
  }

  @Override
  public long mostBytes() {
    return expected
        .zero()
        .map(MessageSizes::most)
        .orElseGet(() -> MessageSizes.numbers(expected.mostNumbers()));
  }

  @Override
  public Runnable read(Slot at, String site, byte[] message) {
    expected.check(ReplyCodec.decode(site, message).payload());
    return () -> {}; // it is in the journal, and read again when all are in
  }

  @Override
  public Optional<List<SiteMessage>> close(List<String> answered) {
    return Optional.of(new StoredReplies(answered, stored));
  }
}
