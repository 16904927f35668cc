package io.coterie.wire;

/** What both sides of a connection must have in common. */
public final class Protocol {
  /**
   * The version of the protocol; sides of different versions do not talk. Since 2, numbers may be
   * floats or multiples of a unit, and masked sums may be one word a number. Since 3, masks are
   * bound to everything that was asked so far, counts may go under seal, and sites that leave
   * inform the coordinator. Since 4, there are questions for verdicts, columns of levels have
   * weights, and a site that cannot join informs the coordinator.
   */
  public static final int VERSION = 4;

  /** The data of one frame; messages are cut into these. */
  public static final int FRAME_BYTES = 256 << 10;

  /** The longest single message of gRPC that is taken: a frame and what is around it. */
  public static final int MOST_FRAME_BYTES = FRAME_BYTES + (64 << 10);

  private Protocol() {}
}
