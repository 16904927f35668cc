package io.coterie.participant;

import io.coterie.CoterieException;
import io.coterie.ErrorCode;
import io.coterie.study.Durations;
import io.coterie.terminal.Console;
import io.coterie.terminal.Pause;
import io.coterie.trust.SiteCredentials;
import io.coterie.trust.tls.TlsProbe;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;

/**
 * How a site gets to speak with its coordinator, which may not be there yet.
 *
 * @param patience how long it may take
 * @param console is told that the site waits
 */
public record CoordinatorProbe(Duration patience, Console console) {
  private static final long RETRY_MILLIS = 2_000;

  /** A coordinator that is busy answers late; one behind a firewall, or of another kind, never. */
  private static final int MOST_SILENCES = 4;

  /** Returns the same with another patience. */
  public CoordinatorProbe withPatience(Duration other) {
    return new CoordinatorProbe(other, console);
  }

  /** Waits for a coordinator that is not there yet; whatever else is wrong ends at once. */
  public void connect(String address, Optional<SiteCredentials> own) {
    long until = System.nanoTime() + patience.toNanos();
    boolean told = false;
    int silences = 0;
    while (true) {
      // Each time twice as long: to begin anew in haste is what keeps a busy coordinator busy.
      Duration longest = TlsProbe.LONGEST.multipliedBy(1L << silences);
      try {
        own.ifPresentOrElse(
            known -> TlsProbe.check(address, known, longest),
            () -> TlsProbe.checkPlaintext(address));
        return;
      } catch (CoterieException e) {
        // A name that nobody knows may be of a coordinator that is not up yet.
        boolean isAbsent =
            hasCause(e, ConnectException.class) || hasCause(e, UnknownHostException.class);
        silences += !isAbsent && isSilence(e) ? 1 : 0;
        boolean isSilent = silences > 0 && silences <= MOST_SILENCES;
        if (!(isAbsent || isSilent) || System.nanoTime() > until) {
          throw e;
        }
        if (!told) {
          console.say(absence(e, address));
        }
        told = true;
        rest();
      }
    }
  }

  /**
   * Asks what the study is; a coordinator that was there may have gone for a while.
   *
   * @param study its name; empty for the only one
   */
  public Invitation invitation(Site site, String study) {
    long until = System.nanoTime() + patience.toNanos();
    boolean told = false;
    while (true) {
      try {
        return site.invitation(study);
      } catch (CoterieException e) {
        // The way was tried before, so what fails now is not for want of certificates.
        if (!Site.mayPass(e) || System.nanoTime() > until) {
          throw e;
        }
        if (!told) {
          console.say("The coordinator is not there yet; waiting.");
        }
        told = true;
        rest();
      }
    }
  }

  /** Returns whether the coordinator said nothing, or broke off as one does that is killed. */
  private static boolean isSilence(CoterieException problem) {
    return hasCause(problem, SocketTimeoutException.class)
        || hasCause(problem, EOFException.class)
        || hasCause(problem, SocketException.class);
  }

  private String absence(CoterieException problem, String address) {
    return hasCause(problem, ConnectException.class)
        ? "The coordinator at %s is not there yet; waiting for up to %s (--patience). If the study has ended, 'coterie fetch' gets its answer while the coordinator hands it out."
            .formatted(address, Durations.text(patience))
        : problem.getMessage() + " Trying again.";
  }

  private static boolean hasCause(Throwable problem, Class<? extends IOException> kind) {
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static void rest() {
    if (!Pause.millis(RETRY_MILLIS)) {
      throw new CoterieException(ErrorCode.NETWORK, "The site was stopped.");
    }
  }

  public void warnOfClock(Invitation invitation) {
    if (invitation.clocksDiffer()) {
      console.warn(
          "The coordinator's clock is %s this site's; set the clocks, or certificates will seem expired."
              .formatted(invitation.clockOffset()));
    }
  }
}
