package planted.graph.internal;

/** A part of core that is not its API. */
public final class Inside {}
