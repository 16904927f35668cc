/** The last step: scores an answer, and alone of all packages knows the true labels. */
package io.coterie.metrics;
