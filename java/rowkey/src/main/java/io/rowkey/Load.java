package io.rowkey;

import java.util.Locale;

/**
 * How evenly rows fall on the regions of a table, or on its servers, in total and over time: what a
 * {@link Simulation} has counted. Immutable.
 *
 * <p>Time is counted in rows: a window is a number of consecutive rows, whoever writes them. Those
 * after the last full window count in the totals alone. What is said of regions holds for servers
 * where servers were counted.
 */
public final class Load {
  private final long[] counts;
  private final long rows;
  private final long least;
  private final long most;
  private final double mean;
  private final double deviation;
  private final double variation;
  private final double peak;
  private final double gini;
  private final double chiSquared;
  private final double pValue;
  private final int active;
  private final long window;
  private final long windows;
  private final double activeMean;
  private final int activeLeast;
  private final int activeMost;
  private final double activeEven;
  private final double effectiveMean;
  private final double effectiveEven;
  private final double peakMean;
  private final double peakMost;
  private final double variationMean;
  private final double lockStep;
  private final int hottest;
  private final long hottestWindows;
  private final long hottestFirst;
  private final double hottestShare;

  Load(Wire wire) {
    counts = new long[wire.number32()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = wire.number64();
    }
    rows = wire.number64();
    least = wire.number64();
    most = wire.number64();
    mean = wire.real();
    deviation = wire.real();
    variation = wire.real();
    peak = wire.real();
    gini = wire.real();
    chiSquared = wire.real();
    pValue = wire.real();
    active = wire.number32();
    window = wire.number64();
    windows = wire.number64();
    activeMean = wire.real();
    activeLeast = wire.number32();
    activeMost = wire.number32();
    activeEven = wire.real();
    effectiveMean = wire.real();
    effectiveEven = wire.real();
    peakMean = wire.real();
    peakMost = wire.real();
    variationMean = wire.real();
    lockStep = wire.real();
    hottest = wire.number32();
    hottestWindows = wire.number64();
    hottestFirst = wire.number64();
    hottestShare = wire.real();
  }

  // ---- In total

  /**
   * The rows of each region.
   *
   * @return a copy, a number for each region
   */
  public long[] counts() {
    return counts.clone();
  }

  /**
   * The rows of all regions.
   *
   * @return rows
   */
  public long rows() {
    return rows;
  }

  /**
   * The rows of the region with the fewest.
   *
   * @return rows
   */
  public long least() {
    return least;
  }

  /**
   * The rows of the region with the most.
   *
   * @return rows
   */
  public long most() {
    return most;
  }

  /**
   * The mean rows of a region.
   *
   * @return rows
   */
  public double mean() {
    return mean;
  }

  /**
   * The root of the mean of (count - mean)^2.
   *
   * @return rows
   */
  public double deviation() {
    return deviation;
  }

  /**
   * The deviation ÷ the mean.
   *
   * @return a number, 0 when all regions have the same rows
   */
  public double variation() {
    return variation;
  }

  /**
   * The most rows of a region ÷ the mean.
   *
   * @return a number, 1 when all regions have the same rows
   */
  public double peak() {
    return peak;
  }

  /**
   * The Gini coefficient.
   *
   * @return 0 when all regions have the same rows, towards 1 when one has them all
   */
  public double gini() {
    return gini;
  }

  /**
   * The sum of (count - mean)^2 ÷ mean, with one degree of freedom less than there are regions.
   *
   * @return a number
   */
  public double chiSquared() {
    return chiSquared;
  }

  /**
   * The probability that evenly random rows are spread as unevenly, or more.
   *
   * @return 0 to 1
   */
  public double pValue() {
    return pValue;
  }

  /**
   * How many regions have any row.
   *
   * @return a number of regions
   */
  public int active() {
    return active;
  }

  // ---- Over time

  /**
   * What counts as the same time.
   *
   * @return rows
   */
  public long window() {
    return window;
  }

  /**
   * How many windows are full.
   *
   * @return a number of windows
   */
  public long windows() {
    return windows;
  }

  /**
   * The mean number of regions with any row in a window.
   *
   * @return regions
   */
  public double activeMean() {
    return activeMean;
  }

  /**
   * The fewest regions with any row in a window.
   *
   * @return regions
   */
  public int activeLeast() {
    return activeLeast;
  }

  /**
   * The most regions with any row in a window.
   *
   * @return regions
   */
  public int activeMost() {
    return activeMost;
  }

  /**
   * What {@link #activeMean} would be if each row went to a random region.
   *
   * @return regions
   */
  public double activeEven() {
    return activeEven;
  }

  /**
   * The mean of the effective number of regions in a window: 1 ÷ the sum of the squares of their
   * shares.
   *
   * @return regions
   */
  public double effectiveMean() {
    return effectiveMean;
  }

  /**
   * What {@link #effectiveMean} would be if each row went to a random region.
   *
   * @return regions
   */
  public double effectiveEven() {
    return effectiveEven;
  }

  /**
   * The most rows of a region in a window ÷ the mean of regions, on average over the windows.
   *
   * @return a number
   */
  public double peakMean() {
    return peakMean;
  }

  /**
   * The most rows of a region in a window ÷ the mean of regions, in the worst window.
   *
   * @return a number
   */
  public double peakMost() {
    return peakMost;
  }

  /**
   * The variation in a window, on average.
   *
   * @return a number
   */
  public double variationMean() {
    return variationMean;
  }

  /**
   * How far writers are in few regions at a time, and move on together.
   *
   * @return 0 for rows that spread by chance alone, towards 1 when all are in few regions
   */
  public double lockStep() {
    return lockStep;
  }

  /**
   * The region that stayed the busiest for the most windows in a row.
   *
   * @return its number, from 0
   */
  public int hottest() {
    return hottest;
  }

  /**
   * For how many windows it did.
   *
   * @return a number of windows
   */
  public long hottestWindows() {
    return hottestWindows;
  }

  /**
   * The first of those windows.
   *
   * @return its number, from 0
   */
  public long hottestFirst() {
    return hottestFirst;
  }

  /**
   * Its share of the rows of those windows.
   *
   * @return 0 to 1
   */
  public double hottestShare() {
    return hottestShare;
  }

  /**
   * The load for people.
   *
   * @return a line
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d rows on %d: most / mean %.2f, gini %.3f, active %.1f, lock step %.2f",
        rows,
        counts.length,
        peak,
        gini,
        activeMean,
        lockStep);
  }
}
