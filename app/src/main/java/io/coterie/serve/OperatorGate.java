package io.coterie.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who may ask the operator's endpoint: callers on this machine that mean this machine and know the
 * token. A page in the operator's browser does not: it cannot send the token, and a name that its
 * owner points at 127.0.0.1 is not one of loopback's.
 */
final class OperatorGate {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK =
      Pattern.compile("(?:localhost|127(?:\\.[0-9]{1,3}){3}|\\[::1])(?::[0-9]{1,5})?");

  private final byte[] token;

  OperatorGate(String token) {
    this.token = token.getBytes(UTF_8);
  }

  /** Returns why a call is not answered, if it is not. */
  Optional<OperatorPage> refusal(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    boolean isHere = exchange.getRemoteAddress().getAddress().isLoopbackAddress();
    if (!isHere || host == null || !LOOPBACK.matcher(host).matches()) {
      return Optional.of(
          OperatorPage.problem(403, "this endpoint is asked by the name localhost or 127.0.0.1"));
    }
    if (exchange.getRequestURI().getPath().equals(OperatorPages.HEALTH) || knowsToken(exchange)) {
      return Optional.empty();
    }
    return Optional.of(
        OperatorPage.problem(
                401, "say Authorization: Bearer TOKEN, with the token in operator.json")
            .with("WWW-Authenticate", "Bearer"));
  }

  private boolean knowsToken(HttpExchange exchange) {
    String said = exchange.getRequestHeaders().getFirst("Authorization");
    return said != null
        && said.startsWith(SCHEME)
        && MessageDigest.isEqual(said.substring(SCHEME.length()).getBytes(UTF_8), token);
  }
}
