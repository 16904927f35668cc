package planted.unknown;

/** A package that the picture does not show. */
public final class Newcomer {}
