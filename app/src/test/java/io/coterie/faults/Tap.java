package io.coterie.faults;

import io.coterie.faults.Fault.Kind;
import io.coterie.faults.Fault.Point;
import io.coterie.wire.v1.FederationGrpc;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Sees a site's messages on their way out, over all its lives, and sends some of them twice, at
 * once or when others have overtaken them.
 *
 * <p>Thread-safe.
 */
final class Tap implements ClientInterceptor {
  private final SiteParty site;
  private final ConcurrentLinkedQueue<Later> later = new ConcurrentLinkedQueue<>();
  private final List<Recorded<?, ?>> joins = new CopyOnWriteArrayList<>();
  private final ConcurrentLinkedQueue<Recorded<?, ?>> held = new ConcurrentLinkedQueue<>();

  /** A call and its messages. */
  private record Recorded<Q, R>(MethodDescriptor<Q, R> method, List<Q> messages) {
    void send(Channel channel) {
      ClientCall<Q, R> call = channel.newCall(method, CallOptions.DEFAULT);
      call.start(new ClientCall.Listener<R>() {}, new Metadata());
      call.request(2);
      messages.forEach(call::sendMessage);
      call.halfClose();
    }
  }

  /** A call to be sent when so many others were. */
  private static final class Later {
    private final Recorded<?, ?> call;
    private int others;

    Later(Recorded<?, ?> call, int others) {
      this.call = call;
      this.others = others;
    }

    synchronized boolean isDue() {
      return others-- == 0;
    }
  }

  Tap(SiteParty site) {
    this.site = site;
  }

  @Override
  public <Q, R> ClientCall<Q, R> interceptCall(
      MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
    site.requireAlive();
    ClientCall<Q, R> call = next.newCall(method, options);
    Recorded<Q, R> recorded = new Recorded<>(method, new ArrayList<>());
    if (method.equals(FederationGrpc.getJoinMethod())) {
      joins.add(recorded);
    } else if (method.equals(FederationGrpc.getSubmitMethod())) {
      return new Sending<>(call, recorded, next);
    }
    return new SimpleForwardingClientCall<>(call) {
      @Override
      public void sendMessage(Q message) {
        recorded.messages().add(message);
        super.sendMessage(message);
      }
    };
  }

  /** A message on its way. */
  private final class Sending<Q, R> extends SimpleForwardingClientCall<Q, R> {
    private final Recorded<Q, R> recorded;
    private final Channel channel;
    private boolean isTwice;
    private boolean isHeld;

    Sending(ClientCall<Q, R> call, Recorded<Q, R> recorded, Channel channel) {
      super(call);
      this.recorded = recorded;
      this.channel = channel;
    }

    @Override
    public void start(Listener<R> listener, Metadata headers) {
      site.at(Point.SEND, this::strike);
      for (Later each : later) {
        if (each.isDue()) {
          each.call.send(channel);
        }
      }
      if (isHeld) {
        return;
      }
      super.start(
          new SimpleForwardingClientCallListener<>(listener) {
            private R receipt;

            @Override
            public void onMessage(R message) {
              receipt = message;
            }

            @Override
            public void onClose(Status status, Metadata trailers) {
              if (isTwice) {
                recorded.send(channel);
              }
              boolean isHeard = receipt == null || site.hears();
              if (receipt != null && isHeard) {
                super.onMessage(receipt);
              }
              for (Recorded<?, ?> old = held.poll(); old != null; old = held.poll()) {
                old.send(channel);
              }
              super.onClose(isHeard ? status : Status.UNAVAILABLE, trailers);
            }
          },
          headers);
    }

    private void strike(Fault fault) {
      if (fault.kind() == Kind.DUPLICATE) {
        isTwice = true;
      } else if (fault.kind() == Kind.REORDER) {
        later.add(new Later(recorded, fault.amount()));
      } else if (fault.kind() == Kind.OLD_JOIN) {
        joins.stream().findFirst().ifPresent(join -> later.add(new Later(join, fault.amount())));
      } else if (fault.kind() == Kind.HELD) {
        isHeld = true;
      } else {
        site.strike(fault);
      }
    }

    @Override
    public boolean isReady() {
      return isHeld || super.isReady();
    }

    @Override
    public void request(int count) {
      if (!isHeld) {
        super.request(count);
      }
    }

    @Override
    public void sendMessage(Q message) {
      recorded.messages().add(message);
      if (!isHeld) {
        super.sendMessage(message);
      }
    }

    @Override
    public void halfClose() {
      if (isHeld) {
        held.add(recorded);
        site.die();
      }
      super.halfClose();
    }
  }
}
