/** The paper's tables and figures, and some more, as plans of runs and as pictures. */
package io.coterie.bench.paper;
