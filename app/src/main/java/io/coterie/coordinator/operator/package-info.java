/**
 * The operator's view of a coordinator: status, history, metrics and the local endpoint that serves
 * them.
 */
package io.coterie.coordinator.operator;
