package io.coterie.deep.plus;

/** How the spaces of the sites' networks are made one. */
enum Alignment {
  /** The networks are averaged after every round; there is one network. */
  AVERAGING,
  /**
   * As the paper has it: from one start every site trains its own network, whose weights never
   * leave it, and prototypes that all sites are drawn to are all that they have in common.
   */
  PROTOTYPES
}
