# Draws the write requests of regions over time, as HBase counted them, for two designs beside each other:
# gnuplot -c write-requests.gnuplot FOLDER REGIONS
# FOLDER has the counts that the tests wrote, and gets the picture writes-REGIONS.svg.
folder = ARG1
regions = ARG2 + 0
counts(design) = sprintf('%s/writes-%s-%d.csv', folder, design, regions)
set datafile separator ','
stats counts('id_modulo') using 1 skip 1 nooutput
windows = STATS_records
rows = STATS_max / (windows - 1) # of a window
set terminal svg noenhanced size 1200,460 background rgb '#ffffff' font 'sans-serif,12' name 'rowkey_hbase'
set output sprintf('%s/writes-%d.svg', folder, regions)
set multiplot layout 1,2 \
  title sprintf('Write requests of %d regions of HBase, from eight writers of sequential ids', regions) \
  font 'sans-serif,15'
set palette defined (0 '#e4e4e4', 0.01 '#440154', 0.3 '#31688e', 0.6 '#35b779', 1 '#fde725')
set cbrange [0:4]
set cblabel 'requests, as a multiple of an even share'
set xrange [-0.5:windows - 0.5]
set yrange [-0.5:regions - 0.5]
set xlabel sprintf('time: windows of %d rows', rows)
set ylabel 'region'
set tics out nomirror
do for [design in 'id_modulo md5_modulo'] {
  set title (design eq 'id_modulo' ? 'ID modulo' : 'MD5 modulo')
  # The first line names the columns; the first two columns are the window's first row and its end.
  plot counts(design) matrix skip 1 every 1:1:2:0 using 2:($1 - 2):($3 / rows * regions) with image notitle
}
unset multiplot
