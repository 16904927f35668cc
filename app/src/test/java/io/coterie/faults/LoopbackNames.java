package io.coterie.faults;

import io.grpc.EquivalentAddressGroup;
import io.grpc.NameResolver;
import io.grpc.NameResolverProvider;
import io.grpc.NameResolverRegistry;
import io.grpc.Status;
import io.grpc.StatusOr;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Knows one host by name, which is this machine, and forgets it for a while, one port at a time.
 * All other names are looked up as ever.
 *
 * <p>Thread-safe.
 */
final class LoopbackNames extends NameResolverProvider {
  static final String HOST = "coordinator.test";

  private static final LoopbackNames INSTALLED = install();

  private final NameResolverProvider others;
  private final Map<Integer, Long> unknownUntil = new ConcurrentHashMap<>();

  private LoopbackNames(NameResolverProvider others) {
    this.others = others;
  }

  private static LoopbackNames install() {
    NameResolverRegistry registry = NameResolverRegistry.getDefaultRegistry();
    LoopbackNames names = new LoopbackNames(registry.getProviderForScheme("dns"));
    registry.register(names);
    return names;
  }

  /** Returns the address of a port of this machine, by name. */
  static String address(int port) {
    INSTALLED.unknownUntil.remove(port);
    return "%s:%d".formatted(HOST, port);
  }

  static void forget(int port, int millis) {
    INSTALLED.unknownUntil.put(port, System.nanoTime() + millis * 1_000_000L);
  }

  private boolean isKnown(int port) {
    Long until = unknownUntil.get(port);
    return until == null || System.nanoTime() - until > 0;
  }

  @Override
  public NameResolver newNameResolver(URI target, NameResolver.Args args) {
    String path = target.getPath().substring(1);
    return path.startsWith(HOST + ":")
        ? new Resolver(Integer.parseInt(path.substring(HOST.length() + 1)))
        : others.newNameResolver(target, args);
  }

  @Override
  public String getDefaultScheme() {
    return "dns";
  }

  @Override
  protected boolean isAvailable() {
    return true;
  }

  @Override
  protected int priority() {
    return 6; // the one that looks names up has 5
  }

  /** Looks one address up. */
  private final class Resolver extends NameResolver {
    private final int port;
    private Listener2 listener;

    Resolver(int port) {
      this.port = port;
    }

    @Override
    public String getServiceAuthority() {
      return "%s:%d".formatted(HOST, port);
    }

    @Override
    public void start(Listener2 told) {
      listener = told;
      refresh();
    }

    @Override
    public void refresh() {
      if (isKnown(port)) {
        InetSocketAddress place = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        listener.onResult(
            ResolutionResult.newBuilder()
                .setAddressesOrError(StatusOr.fromValue(List.of(new EquivalentAddressGroup(place))))
                .build());
      } else {
        listener.onError(Status.UNAVAILABLE.withDescription("Unable to resolve host " + HOST));
      }
    }

    @Override
    public void shutdown() {}
  }
}
