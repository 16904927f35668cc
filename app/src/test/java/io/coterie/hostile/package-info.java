/**
 * A coordinator that attacks a site, by script and over real gRPC, and what an unmodified {@code
 * join} does about it. Each test asserts what left the site, what was charged, and what the owner
 * could read.
 */
package io.coterie.hostile;
