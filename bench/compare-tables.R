#!/usr/bin/env Rscript
# Scores of R packages on tables of COTERIE_DATA, beside which those of `coterie bench tables` for the
# same methods are read: ACC/NMI.
#
#   Rscript bench/compare-tables.R
#
# Debian: r-cran-cluster r-cran-factominer r-cran-flexmix r-cran-mclust
suppressMessages({library(cluster); library(FactoMineR); library(flexmix); library(mclust)})
options(warn = -1)

# The share of records on the best one-to-one pairing, by trying all.
paired <- function(p) {
  if (nrow(p) == 0 || ncol(p) == 0) return(0)
  max(vapply(seq_len(ncol(p)), function(j) p[1, j] + paired(p[-1, -j, drop = FALSE]), 0))
}

scores <- function(found, truth) {
  p <- table(found, truth) / length(truth)
  entropy <- function(x) -sum(x[x > 0] * log(x[x > 0]))
  sides <- entropy(rowSums(p)) + entropy(colSums(p))
  sprintf("%.3f/%.3f", paired(p), 2 * (sides - entropy(p)) / sides)
}

table_of <- function(name, ignore = character(), category = character()) {
  file <- file.path(Sys.getenv("COTERIE_DATA"), "tables", paste0(name, ".csv.gz"))
  d <- read.csv(gzfile(file), na.strings = c("", "NA"), stringsAsFactors = TRUE)
  for (j in category) d[[j]] <- factor(d[[j]])
  list(x = d[!(names(d) %in% c("class", ignore))], y = d$class)
}

filled <- function(x) {
  for (j in names(x)) {
    gap <- is.na(x[[j]])
    x[[j]][gap] <- if (is.factor(x[[j]])) names(which.max(table(x[[j]]))) else mean(x[[j]], na.rm = TRUE)
    if (is.factor(x[[j]])) x[[j]] <- factor(paste(j, x[[j]])) # names of levels must differ
  }
  x
}

codes <- c("sex", "cp", "fbs", "restecg", "exang", "slope", "thal")
mixed <- list(penguins = table_of("penguins"), heart4 = table_of("heart4", "hospital", codes),
  crx = table_of("crx"), cars93 = table_of("cars93"))
for (name in names(mixed)) {
  x <- mixed[[name]]$x
  y <- mixed[[name]]$y
  k <- nlevels(y)
  set.seed(1)
  cat(name, "gower-pam     ", scores(pam(daisy(x, "gower"), k)$clustering, y), "\n")
  axes <- FAMD(filled(x), ncp = 5, graph = FALSE)$ind$coord
  cat(name, "famd-5        ", scores(kmeans(axes, k, nstart = 25, iter.max = 100)$cluster, y), "\n")
}

# Numbers normal and independent, levels multinomial; the most likely of ten starts with all classes.
for (name in c("penguins", "cars93")) {
  x <- filled(mixed[[name]]$x)
  y <- mixed[[name]]$y
  numbers <- vapply(x, is.numeric, TRUE)
  d <- x[!numbers]
  d$numbers <- scale(as.matrix(x[numbers]))
  models <- c(list(FLXMCmvnorm(numbers ~ 1, diagonal = TRUE)),
    lapply(names(x)[!numbers], function(j) FLXMRmultinom(as.formula(paste(j, "~ 1")))))
  best <- NULL
  for (seed in 1:10) {
    set.seed(seed)
    m <- try(flexmix(~1, data = d, k = nlevels(y), model = models,
      control = list(minprior = 0, iter = 300)), silent = TRUE)
    usable <- !inherits(m, "try-error") && m@k == nlevels(y)
    if (usable && (is.null(best) || logLik(m) > logLik(best))) best <- m
  }
  cat(name, "latent-classes", if (is.null(best)) "no fit" else scores(clusters(best), y), "\n")
}

# Numbers only: latent classes are mixtures with diagonal covariances.
for (name in c("thyroid", "seeds", "diabetes3", "swissbank")) {
  d <- table_of(name)
  m <- Mclust(scale(as.matrix(d$x)), G = nlevels(d$y), modelNames = "VVI", verbose = FALSE)
  cat(name, "latent-classes", scores(m$classification, d$y), "\n")
}
