#!/bin/sh
#SBATCH --job-name=reelscope
#SBATCH --cpus-per-task=2
#SBATCH --mem=3G
#SBATCH --time=08:00:00
#SBATCH --requeue
#SBATCH --output=%x-%A-%a.log
# One task for each line of a list of videos; at most 50 run at once:
#   sbatch --array=1-"$(wc -l < videos.txt)"%50 slurm-array.sh videos.txt bundles
set -eu
video=$(sed -n "${SLURM_ARRAY_TASK_ID}p" "$1")
# The number distinguishes files of the same name.
exec reelscope analyze "$video" --bundle "$2/$SLURM_ARRAY_TASK_ID-$(basename "$video").reelscope" --quiet
