package io.coterie.trust;

import io.coterie.trust.tls.SiteGate;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A gRPC server on this machine with one service, which tells a caller who it is. */
final class WhoAmIServer implements AutoCloseable {
  private static final int SECONDS = 10;

  private static final Marshaller<String> TEXT =
      new Marshaller<>() {
        @Override
        public InputStream stream(String text) {
          return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
          try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static final MethodDescriptor<String, String> WHO_AM_I =
      MethodDescriptor.newBuilder(TEXT, TEXT)
          .setType(MethodType.UNARY)
          .setFullMethodName("coterie.test/WhoAmI")
          .build();

  private final Server server;
  private final List<String> refusals = new CopyOnWriteArrayList<>();

  private WhoAmIServer(Optional<CoordinatorCredentials> credentials) throws IOException {
    ServerServiceDefinition service =
        ServerServiceDefinition.builder("coterie.test")
            .addMethod(
                WHO_AM_I,
                ServerCalls.asyncUnaryCall(
                    (request, answer) -> {
                      answer.onNext(request + Optional.ofNullable(SiteGate.SITE.get()).orElse("?"));
                      answer.onCompleted();
                    }))
            .build();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    if (credentials.isPresent()) {
      builder
          .sslContext(credentials.get().serverSslContext(refusals::add))
          .addService(
              ServerInterceptors.intercept(
                  service, new SiteGate(credentials.get(), refusals::add)));
    } else {
      builder.addService(service);
    }
    server = builder.build().start();
  }

  static WhoAmIServer of(CoordinatorCredentials credentials) throws IOException {
    return new WhoAmIServer(Optional.of(credentials));
  }

  static WhoAmIServer plaintext() throws IOException {
    return new WhoAmIServer(Optional.empty());
  }

  String address() {
    return at("127.0.0.1");
  }

  String at(String host) {
    return host + ":" + server.getPort();
  }

  /** Returns what the server's operator is told of refused peers. */
  List<String> refusals() {
    return refusals;
  }

  /** Asks the service who we are; without a context in plain text. */
  String whoAmI(Optional<SslContext> context) {
    NettyChannelBuilder builder = NettyChannelBuilder.forTarget(address());
    ManagedChannel channel =
        context.map(builder::sslContext).orElseGet(builder::usePlaintext).build();
    try {
      return ClientCalls.blockingUnaryCall(
          channel,
          WHO_AM_I,
          CallOptions.DEFAULT.withDeadlineAfter(SECONDS, TimeUnit.SECONDS),
          "site ");
    } finally {
      channel.shutdownNow();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
