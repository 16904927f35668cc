package io.coterie.coordinator.rpc;

import java.time.Duration;

/**
 * For how long callers may keep a coordinator waiting, whoever they are.
 *
 * @param handshake until TLS must be agreed on
 * @param silence after which a caller is asked for a sign of life, and for as long again waited for
 * @param idle for which a connection may have no call
 * @param turn for which a caller may leave a call where it is: a message that is not whole, or
 *     words that are not taken
 * @param callsPerSite how many calls one site may have at a time, over all its connections
 */
public record CallLimits(
    Duration handshake, Duration silence, Duration idle, Duration turn, int callsPerSite) {
  public CallLimits {
    if (callsPerSite < 1) {
      throw new IllegalArgumentException("A site needs a call or more, not " + callsPerSite + ".");
    }
  }

  /**
   * Returns what every coordinator has. A frame of 256 KB within a turn is 2 KB a second; a site
   * has one call that lasts and at most a few short ones, and those of connections that it lost.
   */
  public static CallLimits usual() {
    return new CallLimits(
        Duration.ofSeconds(10),
        Duration.ofSeconds(25),
        Duration.ofMinutes(1),
        Duration.ofMinutes(2),
        64);
  }
}
