/**
 * The gRPC service of a coordinator: calls of sites, their limits, and the way of a submission to
 * its study.
 */
package io.coterie.coordinator.rpc;
