# Draws the write requests of regions over time, as HBase counted them and as rowkey simulate told them before, for two
# designs, in the style of rowkey simulate's own pictures:
# gnuplot -c write-requests.gnuplot FOLDER REGIONS
# FOLDER has the counts that the tests wrote, and gets the picture writes-REGIONS.svg.
folder = ARG1
regions = ARG2 + 0
measured(design) = sprintf('%s/writes-%s-%d.csv', folder, design, regions)
simulated(design) = sprintf('%s/writes-%s-%d-simulated.csv', folder, design, regions)
# Where the counts of regions begin: behind the window's first row and its end, or behind the tool's statistics.
measured_from = 3
simulated_from = 14

set datafile separator ','
stats measured('id_modulo') using 1 skip 1 nooutput
windows = STATS_records
window = int(STATS_max / (windows - 1)) # rows
stats simulated('id_modulo') using 5 skip 1 nooutput
most = STATS_max / window * regions # of an even share
set datafile separator whitespace

# The colours of rowkey simulate: powers of two from an eighth of an even share on, and level 0 for no requests at all.
levels = 16
lowest = -3
highest = ceil(log(most) / log(2))
step = (highest - lowest) / (levels - 1.0)
even = 1 + floor(-lowest / step + 0.5)
clamped(level) = level < 1 ? 1 : level > levels ? levels : level
level(share) = share <= 0 ? 0 : clamped(even + floor(log(share) / log(2) / step + 0.5))
set palette maxcolors levels + 1 defined (0 '#e4e4e4', 1 '#440154', 2 '#481a6c', 3 '#472f7d', 4 '#414487', 5 '#39568c', \
  6 '#31688e', 7 '#2a788e', 8 '#23888e', 9 '#1f988b', 10 '#22a884', 11 '#35b779', 12 '#54c568', 13 '#7ad151', \
  14 '#a5db36', 15 '#d2e21b', 16 '#fde725')
set cbrange [-0.5:levels + 0.5]

width = 1160.0
height = 906.0
x(pixels) = pixels / width
y(pixels) = 1 - pixels / height
set terminal svg noenhanced size width,height background rgb '#ffffff' font 'sans-serif,12' name 'rowkey_hbase'
set encoding utf8
set output sprintf('%s/writes-%d.svg', folder, regions)
set multiplot
set border 3 linecolor rgb '#555555'
set tics nomirror out scale 0.5 textcolor rgb '#222222'
unset key

thousands(n) = n < 1000 ? sprintf('%d', n) : sprintf('%s,%03d', thousands(n / 1000), n % 1000)
note = "font 'sans-serif,13' textcolor rgb '#555555'"
set label 1 'Write requests of regions over time, on a real HBase' at screen x(24), y(36) \
  font 'sans-serif,21' textcolor rgb '#222222'
set label 2 sprintf('%s rows by 8 writers of sequential ids into %d regions, in windows of %s rows', \
  thousands(window * windows), regions, thousands(window)) at screen x(24), y(64) @note
set label 3 'Left: what HBase counted. Right: what rowkey simulate tells. Grey regions have no requests.' \
  at screen x(24), y(86) @note
set label 4 'requests, as a multiple of an even share:' at screen x(24), y(122) @note
set label 5 '1 = every region gets the same' at screen x(864), y(122) @note
set colorbox horizontal user origin screen x(334), y(126) size screen x(500), 12 / height noborder
set cbtics scale 0.4 offset 0,0.3 ('none' 0)
do for [power = lowest + 1:highest] {
  set cbtics add (sprintf(power < 0 ? '1/%d' : '%d', 2 ** abs(power)) even + power / step)
}

# Each cell is some pixels wide and high: what shows the picture may blend neighbours.
across = 256 / windows + 1
up = 256 / regions + 1
cells(file, from) = sprintf( \
  "< awk -F, 'NR > 1 { for (x = 0; x < %d; x++) { for (i = %d; i <= NF; i++) for (y = 0; y < %d; y++) printf \"%%d \", $i; print \"\" } }' '%s'", \
  across, from, up, file)
active(file, from) = real(system(sprintf( \
  "awk -F, 'NR > 1 { for (i = %d; i <= NF; i++) active += $i > 0 } END { print active / (NR - 1) }' '%s'", from, file)))

millions = window / 1e6
set xrange [0:windows * millions]
set yrange [0:regions]
set xlabel 'time: rows written, millions' offset 0,0.4
set ylabel 'region' offset -1,0
do for [row = 0:1] {
  design = word('id_modulo md5_modulo', row + 1)
  layout = word('@paper-idmod @paper-md5mod', row + 1)
  do for [column = 0:1] {
    file = column == 0 ? measured(design) : simulated(design)
    from = column == 0 ? measured_from : simulated_from
    left = 84 + 580 * column
    top = 216 + 364 * row
    set lmargin at screen x(left)
    set rmargin at screen x(left + 448)
    set tmargin at screen y(top)
    set bmargin at screen y(top + 250)
    set label 6 layout.(column == 0 ? ', HBase' : ', simulated') at screen x(left), y(top - 39) \
      font 'monospace,15' textcolor rgb '#222222'
    set label 7 sprintf('%.1f of %d regions have requests in a window', active(file, from), regions) \
      at screen x(left), y(top - 18) @note
    plot cells(file, from) matrix using (($2 + 0.5) / across * millions):(($1 + 0.5) / up):(level($3 / window * regions)) \
      with image
    unset label
    unset colorbox
  }
}
unset multiplot
