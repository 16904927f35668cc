package io.coterie.coordinator;

import io.coterie.trust.SiteCredentials;
import io.grpc.netty.shaded.io.netty.bootstrap.Bootstrap;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOutboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPromise;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.codec.ByteToMessageDecoder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Callers who keep others waiting, all on one thread. */
@SuppressWarnings("FutureReturnValueIgnored") // whether a word was written shows in how it ends
public final class SlowCallers implements AutoCloseable {
  private final EventLoopGroup thread =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final SiteCredentials own;
  private final SslContext encryption;
  private final Duration pace;

  /**
   * Prepares.
   *
   * @param own the site that they are where they need a certificate
   * @param pace from one byte to the next
   */
  public SlowCallers(SiteCredentials own, Duration pace) {
    this.own = own;
    this.encryption = own.clientSslContext();
    this.pace = pace;
  }

  /**
   * Lets one begin; returns for how long the other side put up with it, once it is known. One that
   * is cancelled goes by itself.
   */
  public CompletableFuture<Duration> begin(SlowCall kind, int port) {
    CompletableFuture<Duration> lasted = new CompletableFuture<>();
    long start = System.nanoTime();
    Bootstrap bootstrap =
        new Bootstrap()
            .group(thread)
            .channel(NioSocketChannel.class)
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    prepare(kind, channel, port);
                  }
                });
    bootstrap
        .connect(InetAddress.getLoopbackAddress(), port)
        .addListener(
            (io.grpc.netty.shaded.io.netty.channel.ChannelFuture connected) -> {
              if (connected.isSuccess()) {
                CompletableFuture<Duration> unused =
                    lasted.whenComplete((time, cause) -> connected.channel().close());
                connected
                    .channel()
                    .closeFuture()
                    .addListener(
                        closed -> lasted.complete(Duration.ofNanos(System.nanoTime() - start)));
              } else {
                lasted.completeExceptionally(connected.cause());
              }
            });
    return lasted;
  }

  private void prepare(SlowCall kind, Channel channel, int port) {
    if (kind == SlowCall.SLOW_HANDSHAKE) {
      channel.pipeline().addLast(new Drip());
    }
    if (kind.isEncrypted()) {
      channel.pipeline().addLast(encryption.newHandler(channel.alloc(), "127.0.0.1", port));
    }
    channel.pipeline().addLast(new Talk(kind));
  }

  @Override
  public void close() {
    thread.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }

  /** Lets bytes out one by one. */
  private final class Drip extends ChannelOutboundHandlerAdapter {
    private final ByteBuf left = Unpooled.buffer();

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      each(context, () -> drop(context));
    }

    private void drop(ChannelHandlerContext context) {
      if (left.isReadable() && context.channel().isActive()) {
        context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {left.readByte()}));
      }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      ByteBuf bytes = (ByteBuf) message;
      left.writeBytes(bytes);
      bytes.release();
      promise.setSuccess();
    }
  }

  /** Says what there is to say, and hears no more of HTTP/2 than it must. */
  private final class Talk extends ByteToMessageDecoder {
    private static final int SETTINGS = 4;
    private static final int PING = 6;

    private final SlowCall kind;
    private int moment;

    Talk(SlowCall kind) {
      this.kind = kind;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) throws Exception {
      super.channelActive(context);
      if (!kind.isEncrypted()) {
        begin(context);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
      if (event instanceof SslHandshakeCompletionEvent done && done.isSuccess()) {
        begin(context);
      }
      super.userEventTriggered(context, event);
    }

    private void begin(ChannelHandlerContext context) {
      context.writeAndFlush(Unpooled.wrappedBuffer(kind.atOnce(own.site())));
      each(
          context,
          () -> {
            byte[] next = kind.at(moment++);
            if (next.length > 0) {
              context.writeAndFlush(Unpooled.wrappedBuffer(next));
            }
          });
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (!kind.confirms()) {
        in.skipBytes(in.readableBytes());
        return;
      }
      int from = in.readerIndex();
      if (in.readableBytes() < 9 || in.readableBytes() < 9 + in.getUnsignedMedium(from)) {
        return;
      }
      ByteBuf frame = in.readBytes(9 + in.getUnsignedMedium(from));
      int type = frame.getByte(3);
      boolean isConfirmation = (frame.getByte(4) & 1) != 0;
      if (type == PING && !isConfirmation) {
        frame.setByte(4, 1);
        context.writeAndFlush(frame);
        return;
      } else if (type == SETTINGS && !isConfirmation) {
        context.writeAndFlush(
            Unpooled.wrappedBuffer(new byte[] {0, 0, 0, SETTINGS, 1, 0, 0, 0, 0}));
      }
      frame.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // the other side has ended it
    }
  }

  private void each(ChannelHandlerContext context, Runnable work) {
    Future<?> beats =
        context
            .executor()
            .scheduleAtFixedRate(work, pace.toMillis(), pace.toMillis(), TimeUnit.MILLISECONDS);
    context.channel().closeFuture().addListener(closed -> beats.cancel(false));
  }
}
