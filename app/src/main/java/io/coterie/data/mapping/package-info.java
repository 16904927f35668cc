/** How a site's own columns become those of a study. It stays at the site. */
package io.coterie.data.mapping;
